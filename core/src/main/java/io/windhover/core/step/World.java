package io.windhover.core.step;

import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything the step knows. Facts change it through {@link Facts}, wishes through {@link Wishes};
 * everybody else reads.
 */
public final class World implements WorldView {
  private static final Comparator<Group> TURN =
      Comparator.comparing((Group g) -> g.spec().priority(), Comparator.reverseOrder())
          .thenComparingInt(g -> g.job().id())
          .thenComparingInt(Group::ordinal);

  private final List<Job> jobs = new ArrayList<>();
  private final TreeMap<Integer, Job> liveJobs = new TreeMap<>();
  private final NavigableSet<Group> readyGroups = new TreeSet<>(TURN);
  private final TreeMap<Integer, Machine> machines = new TreeMap<>();
  private final TreeMap<Integer, Machine> roomy = new TreeMap<>();
  private final TreeMap<Integer, Machine> takingAhead = new TreeMap<>();
  private final Map<AttemptId, Attempt> attempts = new LinkedHashMap<>();
  private final Map<String, Offer> offers = new LinkedHashMap<>();
  private final Map<String, Integer> rentedByOffer = new LinkedHashMap<>();
  private final Map<Market, Integer> rentedByMarket = new EnumMap<>(Market.class);
  private final Map<Market, Long> rentedCoresByMarket = new EnumMap<>(Market.class);
  private final NavigableSet<Long> timers = new TreeSet<>();

  long sequence;
  long nowMillis;
  int nextMachineId = 1;
  long endedLeasesNanos;
  Memory memory = Memory.NONE;

  public World(List<Offer> offers) {
    offers.forEach(this::price);
  }

  void price(Offer offer) {
    offers.put(offer.name(), offer);
  }

  void addJob(Job job) {
    if (job.id() != nextJobId()) {
      throw new IllegalStateException("job " + job.id() + " submitted, expected " + nextJobId());
    }
    jobs.add(job);
    liveJobs.put(job.id(), job);
    job.groups().forEach(this::refresh);
  }

  /** Brings the indexes up to date with what a group has ready. */
  void refresh(Group group) {
    if (group.ready() > 0) {
      readyGroups.add(group);
    } else {
      readyGroups.remove(group);
    }
  }

  void refresh(Job job) {
    job.groups().forEach(this::refresh);
    if (!job.over()) {
      liveJobs.put(job.id(), job);
    }
  }

  void refresh(Machine machine) {
    if (machine.state() == MachineView.State.READY && machine.freeCores() > 0) {
      roomy.put(machine.id(), machine);
    } else {
      roomy.remove(machine.id());
    }
    if (machine.takesAhead()) {
      takingAhead.put(machine.id(), machine);
    } else if (machine.spec().ordersAhead() > 0) {
      takingAhead.remove(machine.id());
    }
  }

  /** Notes the moment at which a job has nothing left to do. */
  void closeIfOver(Job job) {
    if (job.over() && job.endedAtMillis < 0) {
      job.endedAtMillis = nowMillis;
      liveJobs.remove(job.id());
    }
  }

  /** A restored job that was over stays so, with the moment it ended at. */
  void closeRestored(Job job) {
    if (job.endedAtMillis >= 0) {
      liveJobs.remove(job.id());
    }
  }

  void addMachine(Machine machine) {
    if (machine.id() != nextMachineId) {
      throw new IllegalStateException("machine " + machine.id() + ", expected " + nextMachineId);
    }
    nextMachineId++;
    machines.put(machine.id(), machine);
    countRented(machine, 1);
  }

  private void countRented(Machine machine, int change) {
    offer(machine.offer())
        .ifPresent(
            offer -> {
              rentedByOffer.merge(offer.name(), change, Integer::sum);
              rentedByMarket.merge(offer.market(), change, Integer::sum);
              // As offered, not as it came: the one number is the same at both ends of a lease.
              rentedCoresByMarket.merge(
                  offer.market(), (long) change * offer.machine().cores(), Long::sum);
            });
  }

  int rented(Offer offer) {
    return rentedByOffer.getOrDefault(offer.name(), 0);
  }

  int rented(Market market) {
    return rentedByMarket.getOrDefault(market, 0);
  }

  long rentedCores(Market market) {
    return rentedCoresByMarket.getOrDefault(market, 0L);
  }

  /** Restores a machine under the id it had. */
  void restoreMachine(Machine machine) {
    machines.put(machine.id(), machine);
    countRented(machine, 1);
    refresh(machine);
  }

  void endLease(Machine machine) {
    endedLeasesNanos += machine.costNanos(nowMillis);
    countRented(machine, -1);
    machines.remove(machine.id());
    roomy.remove(machine.id());
    takingAhead.remove(machine.id());
  }

  void addAttempt(Attempt attempt) {
    attempts.put(attempt.id(), attempt);
    attempt.machine().put(attempt);
    attempt.group().live[attempt.index()]++;
    attempt.group().job().liveAttempts++;
    refresh(attempt.machine());
  }

  void removeAttempt(Attempt attempt) {
    attempts.remove(attempt.id());
    attempt.machine().remove(attempt);
    if (attempt.cleansUp) {
      attempt.machine().cleansUp(attempt.id(), attempt.group().spec().need(), nowMillis);
    }
    attempt.group().live[attempt.index()]--;
    attempt.group().job().liveAttempts--;
    refresh(attempt.machine());
  }

  NavigableSet<Long> timers() {
    return timers;
  }

  @Nullable Attempt liveAttempt(AttemptId id) {
    return attempts.get(id);
  }

  @Nullable Machine liveMachine(int id) {
    return machines.get(id);
  }

  @Override
  public Optional<Machine> machine(int id) {
    return Optional.ofNullable(machines.get(id));
  }

  @Override
  public Optional<Attempt> attempt(AttemptId id) {
    return Optional.ofNullable(attempts.get(id));
  }

  public Collection<Attempt> attempts() {
    return Collections.unmodifiableCollection(attempts.values());
  }

  public List<Job> jobs() {
    return Collections.unmodifiableList(jobs);
  }

  public int nextJobId() {
    return jobs.size() + 1;
  }

  /** The last batch that was applied; 0 before the first. */
  public long sequence() {
    return sequence;
  }

  /** The moments the policy asked to be woken at, and has not been yet. */
  public Collection<Long> wakeTimesMillis() {
    return Collections.unmodifiableCollection(timers);
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public Collection<Job> liveJobs() {
    return Collections.unmodifiableCollection(liveJobs.values());
  }

  @Override
  public Job job(int id) {
    if (id < 1 || id > jobs.size()) {
      throw new IllegalArgumentException("no job " + id + " among " + jobs.size());
    }
    return jobs.get(id - 1);
  }

  /** The job that stands in the place of this one today; itself unless an edit has replaced it. */
  public Job newest(Job job) {
    Job newest = job;
    while (newest.isReplaced()) {
      newest = job(newest.replacedBy);
    }
    return newest;
  }

  /**
   * The event by which a job takes another form: in its own place when its tasks stay the same,
   * else by a new job. Every driver asks here.
   */
  public Event.JobAmended amending(int job, JobSpec spec, int nextJob) {
    if (!hasJob(job)) {
      return new Event.JobAmended(job, nextJob, spec); // It was submitted a moment ago.
    }
    Job now = newest(job(job));
    boolean sameTasks = now.spec().groups().equals(spec.groups());
    return new Event.JobAmended(now.id(), sameTasks ? now.id() : nextJob, spec);
  }

  /**
   * The task of today that a task of a replaced job has become: the one of the same group and
   * index. Itself in a job that was never replaced; empty when an edit has taken it away. Whoever
   * reads results asks, for they are recorded under the job that ran them.
   */
  public Optional<TaskId> today(TaskId task) {
    if (!hasTask(task)) {
      return Optional.empty();
    }
    Group group = job(task.job()).groupOf(task);
    int index = task.index() - group.firstIndex();
    return newest(group.job())
        .groupNamed(group.spec().name())
        .filter(now -> index < now.spec().count())
        .map(now -> now.task(index));
  }

  public boolean hasJob(int id) {
    return id >= 1 && id <= jobs.size();
  }

  boolean hasTask(TaskId task) {
    return hasJob(task.job()) && job(task.job()).has(task);
  }

  @Override
  public Collection<Group> readyGroups() {
    return Collections.unmodifiableCollection(readyGroups);
  }

  @Override
  public Collection<Machine> machines() {
    return Collections.unmodifiableCollection(machines.values());
  }

  @Override
  public Collection<Machine> machinesWithRoom() {
    return Collections.unmodifiableCollection(roomy.values());
  }

  @Override
  public Collection<Machine> machinesTakingAhead() {
    return Collections.unmodifiableCollection(takingAhead.values());
  }

  @Override
  public List<Offer> offers() {
    return List.copyOf(offers.values());
  }

  @Override
  public Optional<Offer> offer(String name) {
    return Optional.ofNullable(offers.get(name));
  }

  @Override
  public int nextMachineId() {
    return nextMachineId;
  }

  @Override
  public AttemptId nextAttempt(TaskId task) {
    Group group = job(task.job()).groupOf(task);
    return new AttemptId(task, group.attempts[task.index() - group.firstIndex()] + 1);
  }

  @Override
  public long spentNanos() {
    return endedLeasesNanos
        + machines.values().stream().mapToLong(m -> m.costNanos(nowMillis)).sum();
  }

  @Override
  public Memory memory() {
    return memory;
  }
}
