package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.CoreMeter;
import io.windhover.core.model.Limits;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Policy;
import java.util.List;
import java.util.function.Function;

/** Takes snapshots of a world and makes worlds of snapshots. */
public final class Snapshots {
  private Snapshots() {}

  public static Snapshot of(World world) {
    return new Snapshot(
        world.sequence,
        world.nowMillis,
        world.nextMachineId,
        world.leases().endedNanos,
        world.memory.encoded(),
        world.offers(),
        List.copyOf(world.timers()),
        world.jobs().stream().map(Snapshots::of).toList(),
        world.machines().stream().map(Snapshots::of).toList(),
        world.attempts().stream().map(Snapshots::of).toList(),
        world.endingLeases().stream().map(Snapshots::of).toList(),
        numbers(world.limits()),
        world.nextJobId());
  }

  private static List<Long> numbers(Limits limits) {
    return limits.equals(Limits.NONE)
        ? List.of()
        : List.of(
            limits.moneyNanos(),
            limits.moneyPerHourNanos(),
            (long) limits.machines(),
            limits.ageMillis());
  }

  private static Limits limits(List<Long> numbers) {
    return numbers.isEmpty()
        ? Limits.NONE
        : new Limits(
            numbers.get(0), numbers.get(1), Math.toIntExact(numbers.get(2)), numbers.get(3));
  }

  /** One job by itself, to be kept when it leaves the world. */
  public static Snapshot.JobPart of(Job job) {
    return new Snapshot.JobPart(
        job.spec(),
        job.submittedAtMillis(),
        job.endedAtMillis,
        job.retried,
        job.lost,
        job.cancelled,
        job.halted,
        job.rejection().orElse(""),
        perGroup(job, g -> RunLength.encode(g.states.length, i -> g.states[i])),
        perGroup(job, g -> RunLength.encode(g.attempts.length, i -> g.attempts[i])),
        perGroup(job, g -> RunLength.encode(g.failures.length, i -> g.failures[i])),
        perGroup(job, g -> RunLength.encode(g.safe.length, i -> g.safe[i])),
        perGroup(job, Group::usualMillis),
        job.replacedBy,
        job.id(),
        dumps(job));
  }

  private static List<Long> dumps(Job job) {
    List<Long> all = perGroup(job, Group::usualDumpMillis);
    return all.stream().allMatch(millis -> millis < 0) ? List.of() : all;
  }

  private static <T> List<T> perGroup(Job job, Function<Group, T> encode) {
    return job.groups().stream().map(encode).toList();
  }

  private static Snapshot.MachinePart of(Machine machine) {
    return new Snapshot.MachinePart(
        machine.id(),
        machine.offer(),
        machine.billing(),
        machine.spec(),
        machine.requestedAtMillis(),
        machine.readyAtMillis(),
        machine.frozenMillis,
        machine.frozenSinceMillis,
        machine.state(),
        machine.draining,
        machine.noticeMillis(),
        machine.chargedMillis,
        machine.upSinceMillis,
        machine.harvested.countedCoreMillis(),
        machine.harvested.sinceMillis(),
        machine.busy(),
        machine.cleanups().stream()
            .map(id -> new Snapshot.CleanupPart(id, machine.cleansUpSinceMillis(id)))
            .toList(),
        machine.away,
        machine.coming,
        machine.pricedNanos,
        machine.pricedMillis,
        machine.market,
        machine.offeredCores,
        machine.leaving);
  }

  private static Snapshot.AttemptPart of(Attempt attempt) {
    return new Snapshot.AttemptPart(
        attempt.id(),
        attempt.machine().id(),
        attempt.assignedAtMillis(),
        attempt.startParts(),
        attempt.frozenBeforeMillis(),
        attempt.startedAtMillis(),
        attempt.checkpointedMillis(),
        attempt.checkpointsAsked(),
        attempt.checkpointing(),
        attempt.stopping());
  }

  /** The world that the snapshot describes; the policy recalls its own memory. */
  public static World restore(Snapshot snapshot, Policy policy) {
    World world = new World(snapshot.offers());
    world.sequence = snapshot.sequence();
    world.nowMillis = snapshot.nowMillis();
    world.leases().endedNanos = snapshot.endedLeasesNanos();
    world.memory = policy.recall(snapshot.memory());
    world.timers().addAll(snapshot.timers());
    snapshot.jobs().forEach(part -> restore(world, part));
    tie(world);
    snapshot.machines().forEach(part -> world.restoreMachine(machine(world, part)));
    snapshot.endingLeases().forEach(part -> world.leases().restoreEnding(machine(world, part)));
    snapshot.attempts().forEach(part -> restore(world, part));
    world.nextMachineId = snapshot.nextMachineId();
    world.nextJobId = Math.max(world.nextJobId, snapshot.nextJobId());
    world.limits = limits(snapshot.limits());
    world.jobs().forEach(world::closeRestored);
    return world;
  }

  /**
   * A world of these jobs alone, which have left another one: for whoever shows them, as if they
   * were still there.
   *
   * @param parts all that edits have tied together, in the order of their ids
   */
  public static World restore(List<Snapshot.JobPart> parts, long nowMillis) {
    World world = new World(List.of());
    world.nowMillis = nowMillis;
    parts.forEach(part -> restore(world, part));
    tie(world);
    world.jobs().forEach(world::closeRestored);
    return world;
  }

  private static void tie(World world) {
    world.jobs().stream()
        .filter(Job::isReplaced)
        .forEach(job -> world.job(job.replacedBy).replaces = job.id());
  }

  private static void restore(World world, Snapshot.JobPart part) {
    int id = part.id() == 0 ? world.nextJobId() : part.id();
    Job job = new Job(id, part.spec(), part.submittedAtMillis());
    job.endedAtMillis = part.endedAtMillis();
    job.retried = part.retried();
    job.lost = part.lost();
    job.cancelled = part.cancelled();
    job.halted = part.halted();
    job.replacedBy = part.replacedBy();
    job.rejection = part.rejection().isEmpty() ? null : part.rejection();
    for (Group group : job.groups()) {
      int count = group.spec().count();
      group.restore(
          RunLength.decode(part.states().get(group.ordinal()), count),
          RunLength.decode(part.attempts().get(group.ordinal()), count),
          RunLength.decode(part.failures().get(group.ordinal()), count));
      String safe = part.safe().get(group.ordinal());
      group.safe = safe.isEmpty() ? group.safe : RunLength.decode(safe, count);
      if (!part.usualMillis().isEmpty()) {
        group.usualMillis = part.usualMillis().get(group.ordinal());
      }
      if (!part.usualDumpMillis().isEmpty()) {
        group.usualDumpMillis = part.usualDumpMillis().get(group.ordinal());
      }
    }
    job.recountMissing();
    world.nextJobId = id;
    world.addJob(job);
  }

  private static Machine machine(World world, Snapshot.MachinePart part) {
    Machine machine =
        new Machine(part.id(), part.offer(), part.billing(), part.spec(), part.requestedAtMillis());
    machine.market = part.market();
    machine.offeredCores = part.offeredCores();
    if (machine.offeredCores == 0) {
      world.offer(part.offer()).ifPresent(machine::countedAs);
    }
    machine.readyAtMillis = part.readyAtMillis();
    machine.frozenMillis = part.frozenMillis();
    machine.frozenSinceMillis = part.frozenSinceMillis();
    machine.frozen = part.state() == MachineView.State.HIBERNATED;
    machine.away = part.away();
    machine.coming = part.coming();
    machine.pricedNanos = part.pricedNanos();
    machine.pricedMillis = part.pricedMillis();
    machine.draining = part.draining();
    machine.leaving = part.leaving();
    machine.noticeMillis = part.noticeMillis();
    machine.chargedMillis = part.chargedMillis();
    machine.upSinceMillis = part.upSinceMillis();
    machine.harvested =
        new CoreMeter(
            part.harvestedCoreMillis(),
            part.harvestedSinceMillis(),
            part.upSinceMillis() < 0 ? 0 : part.spec().harvestedCores());
    machine.busy = part.busy();
    for (Snapshot.CleanupPart cleanup : part.cleanups()) {
      AttemptId id = cleanup.attempt();
      Group group = world.job(id.task().job()).groupOf(id.task());
      machine.cleansUp(id, group.spec().need(), cleanup.sinceMillis());
    }
    return machine;
  }

  private static void restore(World world, Snapshot.AttemptPart part) {
    Group group = world.job(part.id().task().job()).groupOf(part.id().task());
    Machine machine = world.machine(part.machine()).orElseThrow();
    Attempt attempt =
        new Attempt(
            part.id(),
            group,
            machine,
            part.assignedAtMillis(),
            part.startParts(),
            part.frozenBeforeMillis());
    attempt.checkpointsAsked = part.checkpointsAsked();
    attempt.checkpointing = part.checkpointing();
    attempt.startedAtMillis = part.startedAtMillis();
    attempt.checkpointedMillis = part.checkpointedMillis();
    attempt.stopping = part.stopping();
    world.addAttempt(attempt);
  }
}
