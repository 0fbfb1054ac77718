package io.windhover.core.step;

import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

  private final TreeMap<Integer, Job> jobs = new TreeMap<>();
  private final TreeMap<Integer, Job> liveJobs = new TreeMap<>();
  private final NavigableSet<Group> readyGroups = new TreeSet<>(TURN);
  private final TreeMap<Integer, Machine> machines = new TreeMap<>();
  private final TreeMap<Integer, Machine> roomy = new TreeMap<>();
  private final TreeMap<Integer, Machine> takingAhead = new TreeMap<>();
  private final Map<AttemptId, Attempt> attempts = new LinkedHashMap<>();
  private final Map<String, Offer> offers = new LinkedHashMap<>();
  private final Leases leases = new Leases();
  private final NavigableSet<Long> timers = new TreeSet<>();

  long sequence;
  long nowMillis;
  int nextMachineId = 1;
  int nextJobId = 1;
  Limits limits = Limits.NONE;
  Memory memory = Memory.NONE;

  public World(List<Offer> offers) {
    offers.forEach(this::price);
  }

  void price(Offer offer) {
    offers.put(offer.name(), offer);
  }

  /**
   * These can be rented from now on; of what was offered before no more can, and its terms stay.
   */
  void offer(List<Offer> all) {
    Set<String> names =
        all.stream().map(Offer::name).collect(Collectors.toCollection(TreeSet::new));
    offers.replaceAll((name, offer) -> names.contains(name) ? offer : offer.limited(0));
    all.forEach(this::reprice);
  }

  /** What is rented by the offer follows its price, if the terms say so. */
  void reprice(Offer offer) {
    price(offer);
    machines.values().forEach(machine -> machine.follow(offer, nowMillis));
    endingLeases().forEach(machine -> machine.follow(offer, nowMillis));
  }

  void addJob(Job job) {
    if (job.id() != nextJobId) {
      throw new IllegalStateException("job " + job.id() + " submitted, expected " + nextJobId);
    }
    nextJobId++;
    jobs.put(job.id(), job);
    liveJobs.put(job.id(), job);
    job.groups().forEach(this::refresh);
  }

  /** A job that is over leaves, with those that edits have tied it to; see {@link Leaving}. */
  void forget(int id) {
    leaving(id).forEach(job -> jobs.remove(job.id()));
  }

  /**
   * The jobs that leave the world with this one, itself among them, in the order of their edits;
   * empty while one of them cannot leave. A driver asks before it makes a job leave, to write down
   * what is to be kept.
   */
  public List<Job> leaving(int id) {
    Job job = jobs.get(id);
    return job == null ? List.of() : Leaving.of(this, job);
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
    leases.begin(machine);
  }

  /** Restores a machine under the id it had. */
  void restoreMachine(Machine machine) {
    machines.put(machine.id(), machine);
    leases.begin(machine);
    refresh(machine);
  }

  /** Nobody counts on the machine any more; its lease ends now, or goes on until that is told. */
  void removeMachine(Machine machine, boolean leaseGoesOn) {
    leases.giveBack(machine);
    machines.remove(machine.id());
    roomy.remove(machine.id());
    takingAhead.remove(machine.id());
    leases.end(machine, leaseGoesOn, nowMillis);
  }

  Leases leases() {
    return leases;
  }

  /** Machines that are no longer counted on, and whose leases have not ended. */
  public Collection<Machine> endingLeases() {
    return leases.ending();
  }

  /** A machine that is no longer counted on, and whose lease has not ended. */
  public Optional<Machine> endingLease(int machine) {
    return leases.ending(machine);
  }

  /**
   * Why a machine that was asked for must not be rented: it is beyond the limits, together with
   * those that were asked for before it and all that are given back and still paid for. Every
   * driver asks before it rents, in the order of the wishes, and answers with a refusal later.
   *
   * @param refused machines that will be refused, and so take nothing from those after them
   */
  public Optional<String> beyondLimits(int wanted, Set<Integer> refused) {
    if (limits.equals(Limits.NONE)) {
      return Optional.empty(); // Without limits nobody need look at all that is rented.
    }
    List<Machine> before =
        machines.headMap(wanted, true).values().stream()
            .filter(machine -> !refused.contains(machine.id()))
            .toList();
    long perHourNanos = Leases.perHourNanos(before) + Leases.perHourNanos(endingLeases());
    int rented = Leases.rented(before) + endingLeases().size();
    return limits.against(rented, perHourNanos, spentNanos());
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

  /** Every job that has not left the world, by id. */
  public Collection<Job> jobs() {
    return Collections.unmodifiableCollection(jobs.values());
  }

  public int nextJobId() {
    return nextJobId;
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
    Job job = jobs.get(id);
    if (job == null) {
      throw new IllegalArgumentException(
          id >= 1 && id < nextJobId
              ? "job %d has left the world".formatted(id)
              : "no job %d before %d".formatted(id, nextJobId));
    }
    return job;
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

  @Override
  public boolean hasJob(int id) {
    return jobs.containsKey(id);
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
  public Limits limits() {
    return limits;
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
    return leases.nanos(nowMillis)
        + machines.values().stream().mapToLong(m -> m.costNanos(nowMillis)).sum();
  }

  @Override
  public Memory memory() {
    return memory;
  }
}
