package io.windhover.policies.workflow.frame;

import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.plan.Portion;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the family remembers: which task has which place on which machine, when which unit is to run
 * at the latest, which offers were refused of late. Every place in it can be kept, because each was
 * given beside all others; so while runtimes and launches are as expected, no task with a place
 * ends late. It is changed in place.
 */
final class Book implements Memory {
  /** Something to look at when its time has come; outdated when the thing has another time now. */
  record Due(long atMillis, int id) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byMoment = Long.compare(atMillis, other.atMillis);
      return byMoment != 0 ? byMoment : Integer.compare(id, other.id);
    }
  }

  /** What should have started and cannot yet is looked at again after so long. */
  private static final long PATIENCE_MILLIS = 60_000;

  private Planning planning;
  private final Fleet fleet;
  private final ById<LiveJob> jobs = new ById<>();
  private final PriorityQueue<Due> dueJobs = new PriorityQueue<>();
  private final PriorityQueue<Due> paidEnds = new PriorityQueue<>();
  private final PriorityQueue<Due> starts = new PriorityQueue<>();
  private final SortedSet<Integer> stuck = new TreeSet<>();
  private final int[] rented;
  private int rentedInAll;
  private long rentedCores;
  private final int[] rentedElsewhere;
  private int rentedElsewhereInAll;
  private long rentedCoresElsewhere;

  /** By type, until when it is left alone because it was refused. */
  final long[] shutUntilMillis;

  /** When it has asked to be woken; in the past when it has not. */
  long wakeAtMillis = -1;

  Book(Planning planning) {
    this.planning = planning;
    int types = planning.terms().types().size();
    this.fleet = new Fleet(types);
    this.rented = new int[types];
    this.rentedElsewhere = new int[types];
    this.shutUntilMillis = new long[types];
  }

  /**
   * From now on jobs are planned with these margins. What has its place keeps it: with smaller
   * margins it is in time all the more, and larger ones come too late for it anyway.
   */
  void adopt(WorkflowSettings settings) {
    if (!terms().settings().equals(settings)) {
      planning = planning.under(new Terms(terms().types(), settings));
    }
  }

  Planning planning() {
    return planning;
  }

  Terms terms() {
    return planning.terms();
  }

  Fleet fleet() {
    return fleet;
  }

  ById<LiveJob> jobs() {
    return jobs;
  }

  /** Jobs with a unit that can have no place at the moment, by id. */
  SortedSet<Integer> stuck() {
    return stuck;
  }

  /** With all that has a place on it already. */
  void add(Vm vm) {
    fleet.add(vm);
    for (Slot slot : vm.slots) {
      LiveJob job = jobs.get(slot.job);
      if (job != null) {
        job.put(slot);
      }
    }
    if (vm.offer() >= 0) {
      rented[vm.offer()]++;
      rentedInAll++;
      rentedCores += terms().types().offer(vm.offer()).machine().cores();
    }
  }

  void drop(Vm vm) {
    fleet.drop(vm);
    if (vm.offer() >= 0) {
      rented[vm.offer()]--;
      rentedInAll--;
      rentedCores -= terms().types().offer(vm.offer()).machine().cores();
    }
  }

  /** Of the limits others may have used up a part. */
  void countElsewhere(WorldView world) {
    rentedElsewhereInAll = 0;
    rentedCoresElsewhere = 0;
    for (int type = 0; type < rentedElsewhere.length; type++) {
      Offer offer = terms().types().offer(type);
      rentedElsewhere[type] = Portion.rentedElsewhere(world, offer.name());
      rentedElsewhereInAll += rentedElsewhere[type];
      rentedCoresElsewhere += (long) rentedElsewhere[type] * offer.machine().cores();
    }
    for (Offer offer : world.offers()) {
      if (!offer.isSpot() && terms().types().indexOf(offer.name()) < 0) {
        countWithdrawn(offer, world);
      }
    }
  }

  /** Machines of an offer that is no longer sold still count in their market. */
  private void countWithdrawn(Offer offer, WorldView world) {
    for (MachineView machine : world.machines()) {
      if (machine.offer().equals(offer.name())) {
        rentedElsewhereInAll++;
        rentedCoresElsewhere += offer.machine().cores();
      }
    }
  }

  boolean canRent(int type, long nowMillis) {
    Offer offer = terms().types().offer(type);
    return shutUntilMillis[type] <= nowMillis
        && rented[type] + rentedElsewhere[type] < offer.limit()
        && offer.roomInMarket(
                rentedInAll + rentedElsewhereInAll, rentedCores + rentedCoresElsewhere)
            > 0;
  }

  void put(Slot slot) {
    fleet.put(slot);
    LiveJob job = jobs.get(slot.job);
    if (job != null) {
      job.put(slot);
    }
  }

  void remove(Slot slot) {
    fleet.remove(slot);
    LiveJob job = jobs.get(slot.job);
    if (job != null) {
      job.remove(slot);
    }
  }

  void lookAt(LiveJob job, long atMillis) {
    job.dueAtMillis = atMillis;
    if (atMillis < Long.MAX_VALUE) {
      dueJobs.add(new Due(atMillis, job.id()));
    }
  }

  void stuck(LiveJob job, boolean isStuck) {
    job.stuck = isStuck;
    if (isStuck) {
      stuck.add(job.id());
    } else {
      stuck.remove(job.id());
    }
  }

  /** The job to be looked at first, if that is to be by the given moment. */
  @Nullable LiveJob takeDue(long byMillis) {
    while (!dueJobs.isEmpty() && dueJobs.element().atMillis <= byMillis) {
      Due due = dueJobs.remove();
      LiveJob job = jobs.get(due.id);
      if (job != null && job.dueAtMillis == due.atMillis) {
        job.dueAtMillis = Long.MAX_VALUE;
        return job;
      }
    }
    return null;
  }

  /** To be called when a rented machine has become empty. */
  void watch(Vm vm, long nowMillis) {
    vm.watchedAtMillis = vm.goesBackAtMillis(nowMillis);
    paidEnds.add(new Due(vm.watchedAtMillis, vm.id()));
  }

  /** An empty machine is kept for another period, and looked at again not before a moment. */
  void keep(Vm vm, long notBeforeMillis, long nowMillis) {
    vm.watchedAtMillis = Math.max(notBeforeMillis, vm.paidUntilMillis(nowMillis) + 1);
    watchAgain(vm);
  }

  /** As it was written down. */
  void watchAgain(Vm vm) {
    paidEnds.add(new Due(vm.watchedAtMillis, vm.id()));
  }

  /** An empty machine whose paid time ends now. */
  @Nullable Vm takePaidEnd(long nowMillis) {
    while (!paidEnds.isEmpty() && paidEnds.element().atMillis <= nowMillis) {
      Due due = paidEnds.remove();
      Vm vm = fleet.get(due.id);
      if (vm != null && isWatched(due)) {
        if (vm.goesBackAtMillis(nowMillis) <= nowMillis) {
          return vm;
        }
        watch(vm, nowMillis); // the moment was missed, and another period is paid
      }
    }
    return null;
  }

  /** A machine with free cores is looked at when it should have started something. */
  void expect(Vm vm, long nowMillis) {
    vm.expectedAtMillis = -1;
    long start = vm.up ? vm.nextStartMillis() : Long.MAX_VALUE;
    if (start < Long.MAX_VALUE) {
      vm.expectedAtMillis = start > nowMillis ? start + 1 : nowMillis + PATIENCE_MILLIS;
      expectAgain(vm);
    }
  }

  void expectAgain(Vm vm) {
    if (vm.expectedAtMillis >= 0) {
      starts.add(new Due(vm.expectedAtMillis, vm.id()));
    }
  }

  /** A machine that should have started something by now. */
  @Nullable Vm takeIdle(long nowMillis) {
    while (!starts.isEmpty() && starts.element().atMillis <= nowMillis) {
      Due due = starts.remove();
      Vm vm = fleet.get(due.id);
      if (vm != null && vm.expectedAtMillis == due.atMillis) {
        return vm;
      }
    }
    return null;
  }

  private boolean isExpected(Due due) {
    Vm vm = fleet.get(due.id);
    return vm != null && vm.expectedAtMillis == due.atMillis;
  }

  /** When something is next to be looked at; Long.MAX_VALUE when nothing is. */
  long nextMillis(long nowMillis) {
    while (!dueJobs.isEmpty() && outdated(dueJobs.element())) {
      dueJobs.remove();
    }
    while (!paidEnds.isEmpty() && !isWatched(paidEnds.element())) {
      paidEnds.remove();
    }
    while (!starts.isEmpty() && !isExpected(starts.element())) {
      starts.remove();
    }
    long next = dueJobs.isEmpty() ? Long.MAX_VALUE : dueJobs.element().atMillis;
    next = paidEnds.isEmpty() ? next : Math.min(next, paidEnds.element().atMillis);
    next = starts.isEmpty() ? next : Math.min(next, starts.element().atMillis);
    if (!stuck.isEmpty()) {
      for (long shutUntil : shutUntilMillis) {
        next = shutUntil > nowMillis ? Math.min(next, shutUntil) : next;
      }
    }
    return next;
  }

  private boolean outdated(Due due) {
    LiveJob job = jobs.get(due.id);
    return job == null || job.dueAtMillis != due.atMillis;
  }

  private boolean isWatched(Due due) {
    Vm vm = fleet.get(due.id);
    return vm != null && vm.isEmpty() && vm.watchedAtMillis == due.atMillis;
  }

  @Override
  public String encoded() {
    return BookText.of(this);
  }
}
