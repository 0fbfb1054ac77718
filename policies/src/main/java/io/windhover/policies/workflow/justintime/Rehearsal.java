package io.windhover.policies.workflow.justintime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Lives through past arrivals again, as they were, with given plans and habits, and tells what that
 * would have cost. Launches take as long as is estimated, runtimes too, or as luck has it.
 */
final class Rehearsal implements Orders {
  /** A past submission. */
  record Arrival(int workClass, long atMillis) {}

  private static final class Due implements Comparable<Due> {
    final long atMillis;
    final int order;
    final Object what;

    Due(long atMillis, int order, Object what) {
      this.atMillis = atMillis;
      this.order = order;
      this.what = what;
    }

    @Override
    public int compareTo(Due other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : Integer.compare(order, other.order);
    }
  }

  /** What machines that are still there have cost is added up once in so many moments. */
  private static final int MOMENTS = 32;

  private final Terms terms;
  private final Dispatcher dispatcher;
  private final PriorityQueue<Due> dues = new PriorityQueue<>();

  /** May have a moment more than once. */
  private final PriorityQueue<Long> wakes = new PriorityQueue<>();

  private long lastWakeMillis;
  private final long[] bookBeforeMillis;

  /** By type: whether there has been one. */
  private final boolean[] rented;

  private final Luck luck;

  /** By job: what is added when it is late. */
  private final List<Double> lateNanos = new ArrayList<>();

  private long nowMillis;
  private int entries;
  private int vms;
  private double nanos;

  private Rehearsal(Terms terms, Habits habits, Luck luck) {
    this.terms = terms;
    this.luck = luck;
    this.dispatcher = new Dispatcher(new Board(terms.size()), terms, this, habits);
    this.bookBeforeMillis = new long[terms.size()];
    this.rented = new boolean[terms.size()];
    for (int type = 0; type < terms.size(); type++) {
      bookBeforeMillis[type] = terms.lagMillis(type);
    }
  }

  /**
   * What the arrivals cost in nano-dollars.
   *
   * @param limitNanos no need to go on once this is spent
   */
  static double nanos(
      Terms terms,
      List<WorkClass> classes,
      List<Plans> plans,
      Habits habits,
      List<Arrival> arrivals,
      Luck luck,
      double limitNanos,
      Effort effort) {
    var rehearsal = new Rehearsal(terms, habits, luck);
    double nanos = rehearsal.run(classes, plans, arrivals, limitNanos);
    effort.add(rehearsal.dispatcher.board.looks);
    return nanos;
  }

  private double run(
      List<WorkClass> classes, List<Plans> plans, List<Arrival> arrivals, double limitNanos) {
    var coming = new ArrayDeque<>(arrivals);
    int id = 1;
    for (int moment = 1; nanos < limitNanos; moment++) {
      if (moment % MOMENTS == 0 && soFarNanos() >= limitNanos) {
        return soFarNanos();
      }
      long next = coming.isEmpty() ? Long.MAX_VALUE : coming.element().atMillis();
      long due = nextMillis();
      if (next == Long.MAX_VALUE && due == Long.MAX_VALUE) {
        break;
      }
      nowMillis = Math.min(next, due);
      dispatcher.at(nowMillis);
      while (!dues.isEmpty() && dues.element().atMillis == nowMillis) {
        happen(dues.remove().what);
      }
      while (!coming.isEmpty() && coming.element().atMillis() == nowMillis) {
        int number = coming.remove().workClass();
        rentPlannedTypes(classes.get(number), plans.get(number).usual());
        lateNanos.add(Luck.LATE * plans.get(number).usualNanos());
        dispatcher.arrive(
            id++, classes.get(number), plans.get(number), nowMillis, bookBeforeMillis);
      }
      while (!wakes.isEmpty() && wakes.element() <= nowMillis) {
        wakes.remove();
      }
      dispatcher.act();
    }
    return nanos;
  }

  /**
   * A dear type that is planned may never be rented in a rehearsal, since all that is planned on it
   * has found room elsewhere; but once there is one, it gets all of that work and goes on for as
   * long as jobs come. So where periods are too short to be filled, there is one of each type from
   * the first job on that is planned on it; until it is up, it costs nothing.
   */
  private void rentPlannedTypes(WorkClass work, ClassPlan plan) {
    for (int node = 0; node < plan.types().length; node++) {
      int type = plan.types()[node];
      if (work.rentable()[node] && !rented[type] && !terms.inPeriods(type)) {
        Vm first = launch(type);
        nanos -= terms.leaseNanos(type, nowMillis, first.readyMillis);
      }
    }
  }

  /** With what those machines cost that have not gone back, if they went now. */
  private double soFarNanos() {
    double sum = nanos;
    for (Vm vm : dispatcher.board.vms.values()) {
      sum += terms.leaseNanos(vm.type, vm.requestedMillis, nowMillis);
    }
    return sum;
  }

  private long nextMillis() {
    long due = dues.isEmpty() ? Long.MAX_VALUE : dues.element().atMillis;
    return wakes.isEmpty() ? due : Math.min(due, wakes.element());
  }

  private void happen(Object what) {
    if (what instanceof Vm vm) {
      dispatcher.up(vm);
    } else if (what instanceof Task task) {
      dispatcher.finished(task);
      LiveJob job = task.job;
      if (job.isOver() && nowMillis > job.submittedMillis + job.work.deadlineMillis()) {
        nanos += lateNanos.get(job.id - 1);
      }
    }
  }

  private void put(long atMillis, Object what) {
    dues.add(new Due(atMillis, entries++, what));
  }

  @Override
  public long lagMarginMillis() {
    return 0;
  }

  @Override
  public boolean isScarce() {
    return false;
  }

  @Override
  public boolean hasRoom(Task task, Vm vm) {
    return true;
  }

  @Override
  public boolean canLaunch(int type) {
    return true;
  }

  @Override
  public Vm launch(int type) {
    rented[type] = true;
    long readyMillis = nowMillis + terms.lagMillis(type);
    Vm vm =
        new Vm(
            ++vms,
            type,
            true,
            terms.types().offer(type).machine(),
            terms.lanes()[type],
            nowMillis,
            readyMillis);
    dispatcher.board.add(vm);
    put(readyMillis, vm);
    return vm;
  }

  @Override
  public void start(Task task, Lane lane) {
    put(nowMillis + luck.millis(lane.vm.runMillis(task), task.job.id, task.index), task);
  }

  @Override
  public void release(Vm vm) {
    nanos += terms.leaseNanos(vm.type, vm.requestedMillis, nowMillis);
  }

  @Override
  public void wakeAt(long atMillis) {
    if (atMillis != lastWakeMillis) {
      lastWakeMillis = atMillis;
      wakes.add(atMillis);
    }
  }
}
