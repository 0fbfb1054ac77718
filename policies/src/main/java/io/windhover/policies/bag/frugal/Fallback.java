package io.windhover.policies.bag.frugal;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The plan that keeps the promise: every task that has not succeeded, run again from its last
 * checkpoint on on-demand machines, as if every other machine froze now and for ever. It says how
 * long that plan may still be put off.
 *
 * <p>Tasks go in a fixed order (earlier deadline, then longer task), each to the core that is free
 * first. With this rule a task that ends elsewhere, or goes on from a later checkpoint, never makes
 * the plan end later: if the free times of the cores, sorted, are no later than before, they still
 * are after the same task was added to the earliest of both. So once the plan can be kept it can be
 * kept until it is put off too long, whatever the market does.
 */
final class Fallback {
  /** Beyond so many tasks the plan is bounded, not made. */
  private static final int TASKS_MAX = 5000;

  private static final Comparator<FallbackSlot> FREE_FIRST =
      Comparator.comparingLong((FallbackSlot slot) -> slot.freeAtMillis)
          .thenComparingInt(slot -> slot.order);

  final List<Debt> debts = new ArrayList<>();
  final List<FallbackSlot> slots = new ArrayList<>();

  /** A core for each task: a task may be put off by itself, without holding up another. */
  boolean roomForAll;

  /** How long the plan may still be put off as a whole; what is up already does not count. */
  long slackMillis = Long.MAX_VALUE;

  /** As {@link #slackMillis}, with what is up already; no task is worse off. */
  long worstSlackMillis = Long.MAX_VALUE;

  private final Turn turn;
  private final WorldView world;
  private final Runtimes runtimes;
  private final Market market;
  private boolean bounded;
  private long unfinishedTasks;
  private int launchable;
  private int neededSlots;
  private Need largest = new Need(List.of(), 1, 0);

  Fallback(Turn turn) {
    this.turn = turn;
    this.world = turn.world;
    this.runtimes = turn.runtimes;
    this.market = turn.market;
  }

  /** Whether every task ends in time; a plan that is only bounded is not looked at that closely. */
  boolean isKept() {
    return bounded || worstSlackMillis >= 0;
  }

  /** The fewest places on machines to be launched with which the plan is in time. */
  int neededSlots() {
    return neededSlots;
  }

  /** The plan was only bounded, and everything must be done now that can be. */
  boolean cannotWait() {
    return bounded && slackMillis <= 0;
  }

  /** How many tasks there are places for. */
  int tasks() {
    return bounded ? (int) Math.min(unfinishedTasks, cores()) : debts.size();
  }

  /** No task needs more of anything than this. */
  Need largestNeed() {
    return largest;
  }

  /** Whether it can run every task, or at least one when no offer can run all. */
  boolean suits(Offer offer) {
    return suitsAll(offer)
        || (market.onDemand().stream().noneMatch(this::suitsAll)
            && debts.stream().anyMatch(d -> offer.machine().offers(d.group.spec().need())));
  }

  private boolean suitsAll(Offer offer) {
    return debts.stream().allMatch(d -> offer.machine().offers(d.group.spec().need()));
  }

  /** Makes the plan anew. */
  Fallback plan() {
    boolean chained = false;
    long count = 0;
    for (JobView job : world.liveJobs()) {
      if (job.deadlineAtMillis() != Deadline.NEVER_MILLIS) {
        for (GroupView group : job.groups()) {
          chained |= !group.spec().after().isEmpty();
          count += group.waiting();
        }
      }
    }
    if (chained || count > TASKS_MAX) {
      bounded = true;
      for (JobView job : world.liveJobs()) {
        job.groups().forEach(group -> enlarge(group.spec().need()));
      }
      findSlots(0);
      launchable = market.launchableSlots(largest);
      bound();
    } else {
      findDebts();
      findSlots(debts.size());
      assign();
    }
    return this;
  }

  private void assign() {
    List<FallbackSlot> unused = new ArrayList<>();
    for (FallbackSlot slot : slots) {
      if (slot.free) {
        unused.add(slot);
      }
    }
    roomForAll = debts.size() <= unused.size();
    if (roomForAll) {
      assignOneEach(unused);
    } else {
      assignInTurn();
    }
    for (FallbackSlot slot : slots) {
      if (slot.machine == null) {
        slackMillis = Math.min(slackMillis, slot.slackMillis);
        neededSlots += slot.debts.isEmpty() ? 0 : 1;
      }
      worstSlackMillis = Math.min(worstSlackMillis, slot.slackMillis);
    }
    if (slots.isEmpty() && !debts.isEmpty()) {
      worstSlackMillis = Long.MIN_VALUE;
    }
    if (!roomForAll && slackMillis > 0) {
      neededSlots = FewestSlots.of(slots, debts, neededSlots);
    }
  }

  /**
   * The most urgent tasks get the cores that are there; each may wait without holding up others.
   */
  private void assignOneEach(List<FallbackSlot> unused) {
    debts.sort(
        Comparator.comparingLong((Debt debt) -> debt.deadlineMillis - debt.restartMillis)
            .thenComparing(debt -> debt.group.task(debt.index)));
    unused.sort(FREE_FIRST);
    for (int i = 0; i < debts.size(); i++) {
      unused.get(i).add(debts.get(i));
    }
  }

  private void assignInTurn() {
    debts.sort(
        Comparator.comparingLong((Debt debt) -> debt.deadlineMillis)
            .thenComparing(debt -> debt.orderMillis, Comparator.reverseOrder())
            .thenComparing(debt -> debt.group.task(debt.index)));
    if (slots.isEmpty()) {
      return;
    }
    PriorityQueue<FallbackSlot> queue = new PriorityQueue<>(FREE_FIRST);
    queue.addAll(slots);
    for (Debt debt : debts) {
      FallbackSlot slot = queue.remove();
      slot.add(debt);
      queue.add(slot);
    }
    WaitingFirst.arrange(slots);
  }

  private void findDebts() {
    for (JobView job : world.liveJobs()) {
      if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
        continue;
      }
      for (GroupView group : job.groups()) {
        for (PrimitiveIterator.OfInt i = group.readyIndexes(); i.hasNext(); ) {
          owe(group, i.nextInt(), null);
        }
      }
    }
    TreeMap<TaskId, AttemptView> running = new TreeMap<>();
    TreeSet<TaskId> safe = new TreeSet<>();
    for (MachineView machine : world.machines()) {
      for (AttemptView attempt : machine.attempts()) {
        if (attempt.stopping()) {
          continue;
        }
        if (market.isOnDemand(machine)) {
          safe.add(attempt.id().task());
        } else {
          AttemptView other = running.get(attempt.id().task());
          if (other == null || other.machine().state() == MachineView.State.HIBERNATED) {
            running.put(attempt.id().task(), attempt);
          }
        }
      }
    }
    running.forEach(
        (task, attempt) -> {
          if (!safe.contains(task)
              && attempt.group().job().deadlineAtMillis() != Deadline.NEVER_MILLIS) {
            boolean up = attempt.machine().state() != MachineView.State.HIBERNATED;
            int first = attempt.group().task(0).index();
            owe(attempt.group(), task.index() - first, up ? attempt : null);
          }
        });
  }

  private void owe(GroupView group, int index, @Nullable AttemptView running) {
    Need need = group.spec().need();
    if (!market.onDemandHolds(need) || turn.promisedTasks.contains(group.task(index))) {
      return;
    }
    enlarge(need);
    long order = 0;
    long restart = 0;
    for (Offer offer : market.onDemand()) {
      if (offer.machine().offers(need)) {
        String type = offer.machine().type();
        order = Math.max(order, runtimes.fullMillis(group.spec(), type));
        restart = Math.max(restart, runtimes.restartMillis(group, index, type));
      }
    }
    debts.add(new Debt(group, index, order, restart, running));
  }

  private void enlarge(Need need) {
    if (need.cores() > largest.cores() || need.memoryBytes() > largest.memoryBytes()) {
      largest =
          new Need(
              List.of(),
              Math.max(largest.cores(), need.cores()),
              Math.max(largest.memoryBytes(), need.memoryBytes()));
    }
  }

  private int cores() {
    return slots.size() + launchable;
  }

  /** Places that could be launched; only counted when the plan is bounded. */
  int launchable() {
    return launchable;
  }

  private void findSlots(int newSlotsMax) {
    long now = world.nowMillis();
    for (MachineView machine : world.machines()) {
      if (!market.isOnDemand(machine)
          || turn.isPromised(machine)
          || machine.state() == MachineView.State.DRAINING) {
        continue;
      }
      if (machine.state() == MachineView.State.REQUESTED) {
        long ready = machine.requestedAtMillis() + market.startUpMillis(machine);
        addSlots(machine, true, Math.max(now + 1, ready), Market.slots(machine.spec(), largest));
      } else {
        findSlots(machine, now);
      }
    }
    int added = newSlotsMax == 0 ? 0 : Math.min(newSlotsMax, market.launchableSlots(largest));
    for (int i = 0; i < added; i++) {
      slots.add(new FallbackSlot(null, true, now + market.reserveMillis(), slots.size()));
    }
  }

  /** Places that are free now, and those that come as what runs there ends. */
  private void findSlots(MachineView machine, long now) {
    List<AttemptView> attempts = new ArrayList<>(machine.attempts());
    attempts.sort(
        Comparator.comparingLong((AttemptView attempt) -> runtimes.leftMillis(attempt, now))
            .thenComparing(AttemptView::id));
    int cores = machine.freeCores();
    long memoryBytes = machine.freeMemoryBytes();
    int found = Market.slots(cores, memoryBytes, largest);
    addSlots(machine, true, now, found);
    for (AttemptView attempt : attempts) {
      cores += attempt.group().spec().need().cores();
      memoryBytes += attempt.group().spec().need().memoryBytes();
      int more = Market.slots(cores, memoryBytes, largest) - found;
      addSlots(machine, false, now + runtimes.leftMillis(attempt, now), more);
      found += more;
    }
  }

  private void addSlots(MachineView machine, boolean free, long freeAtMillis, int count) {
    for (int i = 0; i < count; i++) {
      slots.add(new FallbackSlot(machine, free, freeAtMillis, slots.size()));
    }
  }

  /**
   * For chains and for very many tasks: any order that leaves no core idle ends within the work
   * divided by the cores, and the longest chain.
   */
  private void bound() {
    int cores = cores();
    if (cores == 0) {
      return;
    }
    List<JobView> jobs = new ArrayList<>(world.liveJobs());
    jobs.sort(Comparator.comparingLong(JobView::deadlineAtMillis).thenComparingInt(JobView::id));
    double work = 0;
    double neededCores = 0;
    long longest = 0;
    for (JobView job : jobs) {
      if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
        continue;
      }
      long[] chain = new long[job.groups().size()];
      long jobLongest = 0;
      for (GroupView group : job.groups()) {
        long millis = market.longestMillis(group.spec(), runtimes);
        long before = 0;
        for (int after : group.spec().after()) {
          before = Math.max(before, chain[after]);
        }
        chain[group.ordinal()] = before + (group.succeeded() ? 0 : millis);
        jobLongest = Math.max(jobLongest, chain[group.ordinal()]);
        unfinishedTasks += group.ready();
        work += (double) millis * unfinished(group);
      }
      longest = Math.max(longest, jobLongest);
      double latestStart = job.deadlineAtMillis() - world.nowMillis() - market.reserveMillis();
      latestStart -= longest;
      slackMillis = Math.min(slackMillis, (long) Math.floor(latestStart - work / cores));
      double least = latestStart <= 0 ? cores : work / latestStart;
      neededCores = Math.max(neededCores, least);
    }
    neededSlots = (int) Math.min(launchable, Math.ceil(neededCores - slots.size()) + 1);
    for (FallbackSlot slot : slots) {
      slot.slackMillis = slackMillis;
    }
  }

  /** Those that wait, and as many as may be running: no more than there are cores. */
  private long unfinished(GroupView group) {
    return group.succeeded() ? 0 : Math.min(group.spec().count(), group.waiting() + cores());
  }
}
