package io.windhover.core.step;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What every lease was paid for. A {@link Scheduler} that keeps accounts tells them of each step
 * once it is made; what a lease has cost they ask the world, and they know by themselves what its
 * time went to. A launch that was refused is no lease.
 */
public final class LeaseAccounts {
  private final World world;
  private final TreeMap<Integer, LeaseAccount> open = new TreeMap<>();
  private final Map<AttemptId, Attempt> running = new LinkedHashMap<>();
  private final List<LeaseBill> ended = new ArrayList<>();

  /**
   * The accounts of the leases that were open after a step, to be written down beside the snapshot
   * of the same step.
   */
  public record Saved(long sequence, List<Part> open) {}

  /** One lease; what runs on its machine is in the world. */
  public record Part(int machine, long meteredSinceMillis, List<WorkPart> jobs) {}

  /** What attempts of one job that are over have kept of one machine. */
  public record WorkPart(int job, String name, long usefulCoreMillis, long lostCoreMillis) {}

  /** Accounts that begin now: what was done before on machines that are rented counts as idle. */
  public LeaseAccounts(World world) {
    this.world = world;
    for (Machine machine : world.machines()) {
      open(machine);
      machine.attempts().forEach(this::begin);
    }
    world.endingLeases().forEach(this::open);
  }

  /** Goes on with accounts that were written down, if that was after this step of the world. */
  public LeaseAccounts(World world, Saved saved) {
    this(world);
    if (saved.sequence() != world.sequence()) {
      return;
    }
    for (Part part : saved.open()) {
      LeaseAccount account = open.get(part.machine());
      if (account != null) {
        account.restore(part);
      }
    }
  }

  public Saved saved() {
    return new Saved(world.sequence(), open.values().stream().map(LeaseAccount::saved).toList());
  }

  /** The leases that have ended since they were last taken. */
  public List<LeaseBill> ended() {
    return List.copyOf(ended);
  }

  /** As {@link #ended}, for those who write them down. */
  public List<LeaseBill> takeEnded() {
    List<LeaseBill> taken = ended();
    ended.clear();
    return taken;
  }

  /** What the open leases have cost up to a moment, by machine. */
  public List<LeaseBill> open(long nowMillis) {
    Map<Integer, List<Attempt>> byMachine = new TreeMap<>();
    for (Attempt attempt : running.values()) {
      byMachine.computeIfAbsent(attempt.machine().id(), id -> new ArrayList<>()).add(attempt);
    }
    return open.values().stream()
        .map(
            a -> a.billWhileRunning(byMachine.getOrDefault(a.machine().id(), List.of()), nowMillis))
        .toList();
  }

  /** A step was made: the world is as it is after it. */
  void stepped(Batch batch, List<Action> actions) {
    if (open.isEmpty() && !launches(actions)) {
      return; // Nothing is rented: most runs never do.
    }
    for (Event event : batch.events()) {
      if (event instanceof Event.AttemptFinished finished) {
        finished(finished);
      } else if (event instanceof Event.AttemptFailed failed) {
        failed(failed);
      } else if (event instanceof MachineChange change) {
        changed(change.machine(), change instanceof MachineChange.Ready);
      }
    }
    for (Action action : actions) {
      if (action instanceof Action.Launch launch) {
        world.machine(launch.machine()).ifPresent(this::open);
        world.endingLease(launch.machine()).ifPresent(this::open);
      } else if (action instanceof Action.Assign assign) {
        world.attempt(assign.attempt()).ifPresent(this::begin);
      } else if (action instanceof Action.Stop stop && world.attempt(stop.attempt()).isEmpty()) {
        lost(stop.attempt());
      } else if (action instanceof Action.Release release) {
        changed(release.machine(), false);
      }
    }
  }

  private static boolean launches(List<Action> actions) {
    for (Action action : actions) {
      if (action instanceof Action.Launch) {
        return true;
      }
    }
    return false;
  }

  private void open(Machine machine) {
    if (machine.isRented()) {
      open.put(machine.id(), new LeaseAccount(machine));
    }
  }

  private void begin(Attempt attempt) {
    if (open.containsKey(attempt.machine().id())) {
      running.put(attempt.id(), attempt);
    }
  }

  /** The attempt if it ran on a rented machine and the world no longer counts on it. */
  private Optional<Attempt> over(AttemptId id) {
    return world.attempt(id).isPresent()
        ? Optional.empty()
        : Optional.ofNullable(running.remove(id));
  }

  /** Of a job that was cancelled meanwhile even what ends well is of no use. */
  private void finished(Event.AttemptFinished event) {
    over(event.attempt())
        .ifPresent(
            attempt -> {
              long ranMillis = reported(attempt, event.ranMillis());
              boolean counts = attempt.group().state(attempt.index()) == TaskState.SUCCEEDED;
              account(attempt).worked(attempt, ranMillis, counts ? ranMillis : 0);
            });
  }

  private void failed(Event.AttemptFailed event) {
    over(event.attempt())
        .ifPresent(
            attempt -> {
              long ranMillis = reported(attempt, event.ranMillis());
              boolean forgotten = event.failure().countsAgainstTask();
              account(attempt)
                  .worked(attempt, ranMillis, forgotten ? 0 : attempt.checkpointedMillis());
            });
  }

  private void lost(AttemptId id) {
    over(id)
        .ifPresent(
            attempt ->
                account(attempt)
                    .worked(
                        attempt,
                        ranMillis(attempt, world.nowMillis()),
                        attempt.checkpointedMillis()));
  }

  private LeaseAccount account(Attempt attempt) {
    LeaseAccount account = open.get(attempt.machine().id());
    if (account == null) {
      throw new IllegalStateException(attempt.id() + " ran on a machine without an account");
    }
    return account;
  }

  /** What the worker has measured, which is no longer than the attempt was known here. */
  private long reported(Attempt attempt, long measuredMillis) {
    long knownMillis = world.nowMillis() - attempt.assignedAtMillis();
    return Math.max(0, Math.min(measuredMillis, knownMillis));
  }

  static long ranMillis(Attempt attempt, long nowMillis) {
    long sinceMillis = nowMillis - attempt.startedAtMillis();
    return attempt.startedAtMillis() < 0
        ? 0
        : Math.max(0, Math.min(attempt.ranMillis(nowMillis), sinceMillis));
  }

  private void changed(int machine, boolean ready) {
    LeaseAccount account = open.get(machine);
    if (account == null) {
      return;
    }
    if (ready) {
      account.ready();
    }
    if (world.machine(machine).isPresent()) {
      return;
    }
    List<AttemptId> there =
        running.values().stream()
            .filter(attempt -> attempt.machine().id() == machine)
            .map(Attempt::id)
            .toList();
    there.forEach(this::lost);
    if (account.machine().endedAtMillis >= 0) {
      open.remove(machine);
      if (!account.machine().refused) {
        ended.add(account.bill(account.machine().endedAtMillis));
      }
    }
  }
}
