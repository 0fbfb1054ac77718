package io.windhover.policies.workflow.ensemble;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Job;
import io.windhover.core.step.Machine;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.policies.workflow.justintime.Beginnings;
import io.windhover.policies.workflow.justintime.Luck;
import io.windhover.policies.workflow.justintime.Rehearsed;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Has a rule live through past arrivals in a world of its own where all goes as estimated. */
final class Audition {
  private record Due(long atMillis, int order, Event event) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : Integer.compare(order, other.order);
    }
  }

  /**
   * What has been spent is added up, over all machines, once in so many moments. To stop a little
   * later does no harm: it never becomes less.
   */
  private static final int MOMENTS = 32;

  private final Luck luck;
  private final Scheduler scheduler;
  private final World world;
  private final PriorityQueue<Due> dues = new PriorityQueue<>();
  private final ActionSink carrier = new Carrier();
  private long nowMillis;
  private int entries;

  private Audition(Policy policy, List<Offer> offers, Luck luck) {
    this.luck = luck;
    this.scheduler = new Scheduler(policy, offers);
    this.world = scheduler.world();
  }

  /**
   * What the jobs cost in nano-dollars; more for each that would be late, infinite when one is
   * refused, or late though all goes as estimated.
   *
   * @param limitNanos no need to go on once this is spent
   */
  static double nanos(Policy policy, List<Offer> offers, Rehearsed past, double limitNanos) {
    return Beginnings.meanNanos(
        past.jobs().size(),
        limitNanos,
        (first, limit) -> nanos(policy, offers, past, first, limit));
  }

  private static double nanos(
      Policy policy, List<Offer> offers, Rehearsed past, int first, double limitNanos) {
    var audition = new Audition(policy, offers, past.luck());
    for (int i = first; i < past.atMillis().length; i++) {
      audition.put(past.atMillis()[i], new Event.JobSubmitted(i + 1 - first, past.jobs().get(i)));
    }
    for (int moment = 1; !audition.dues.isEmpty(); moment++) {
      if (moment % MOMENTS == 0 && (double) audition.world.spentNanos() >= limitNanos) {
        break;
      }
      audition.step();
    }
    int late = 0;
    for (Job job : audition.world.jobs()) {
      if (!job.over() || job.rejection().isPresent()) {
        return Double.POSITIVE_INFINITY;
      }
      late += job.endedAtMillis() > job.deadlineAtMillis() ? 1 : 0;
    }
    double lateShare = late / (double) (past.jobs().size() - first);
    return late > 0 && past.luck().error() == 0
        ? Double.POSITIVE_INFINITY
        : (double) audition.world.spentNanos() * (1 + Luck.LATE * lateShare);
  }

  private void put(long atMillis, Event event) {
    dues.add(new Due(atMillis, entries++, event));
  }

  private void step() {
    nowMillis = dues.element().atMillis;
    List<Event> events = new ArrayList<>();
    while (!dues.isEmpty() && dues.element().atMillis == nowMillis) {
      events.add(dues.remove().event);
    }
    scheduler
        .step(new Batch(world.sequence() + 1, nowMillis, events))
        .actions()
        .forEach(action -> action.carryOut(carrier));
  }

  /** What becomes of each wish: nothing is ever taken away here. */
  private final class Carrier implements ActionSink {
    @Override
    public void assign(Action.Assign assign) {
      world.attempt(assign.attempt()).ifPresent(Audition.this::start);
    }

    @Override
    public void wakeAt(Action.WakeAt wake) {
      put(wake.atMillis(), new Event.TimerFired(wake.atMillis()));
    }

    @Override
    public void launch(Action.Launch launch) {
      world.machine(launch.machine()).ifPresent(Audition.this::rent);
    }

    @Override
    public void release(Action.Release release) {
      put(nowMillis, new MachineChange.LeaseEnded(release.machine(), 0));
    }

    /** The world has noted it, as it has a rejection. */
    @Override
    public void drain(Action.Drain drain) {}

    @Override
    public void reject(Action.Reject reject) {}

    /** Rules of workflows stop nothing; a replica that is not needed runs to its end. */
    @Override
    public void stop(Action.Stop stop) {}

    /** Rules of workflows write none. */
    @Override
    public void checkpoint(Action.Checkpoint checkpoint) {}
  }

  private void start(Attempt attempt) {
    AttemptId id = attempt.id();
    String type = attempt.machine().spec().type();
    long estimate = Math.max(1, attempt.group().spec().runtime().millisOn(type).orElse(1));
    long run = luck.millis(estimate, id.task().job(), id.task().index());
    put(nowMillis + run, new Event.AttemptFinished(id, run));
  }

  private void rent(Machine machine) {
    long lag = world.offer(machine.offer()).map(Offer::startUpMillis).orElse(0L);
    put(nowMillis + lag, new MachineChange.Ready(machine.id(), machine.spec()));
  }
}
