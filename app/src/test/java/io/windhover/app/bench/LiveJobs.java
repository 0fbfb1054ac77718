package io.windhover.app.bench;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.policies.PolicyRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How long a policy for streams of workflows thinks when so many jobs are live: a timer, one more
 * arrival, and everything from the world alone, as after its memory was lost. The jobs came within
 * an hour; what was rented came up, and what was started ended, as expected.
 */
public final class LiveJobs {
  private static final long MINUTE_MILLIS = 60_000;
  private static final int MINUTES = 60;
  private static final int ARRIVALS = 21;
  private static final int REBUILDS = 7;
  private static final int TICKS = 21;

  /** Takes the time of every decision, and forgets when told to. */
  private static final class Timed implements Policy {
    private final Policy inner;
    private double seconds;
    private boolean forgets;

    Timed(Policy inner) {
      this.inner = inner;
    }

    @Override
    public String name() {
      return inner.name();
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      long beganNanos = System.nanoTime();
      Decision decision = inner.decide(world, batch);
      seconds = (System.nanoTime() - beganNanos) / 1e9;
      // What is forgotten is not done either, so that the world stays as it is.
      return forgets ? new Decision(List.of(), List.of(), Memory.NONE) : decision;
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return inner.explain(world);
    }
  }

  private record Due(long atMillis, int order, Event event) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : Integer.compare(order, other.order);
    }
  }

  private final Timed policy;
  private final Scheduler scheduler;
  private final List<JobSpec> classes = ManyTypes.classes();
  private final TreeMap<String, MachineSpec> machines = new TreeMap<>();
  private final PriorityQueue<Due> dues = new PriorityQueue<>();
  private final TreeSet<Long> wakes = new TreeSet<>();
  private long sequence;
  private int jobs;
  private int entries;

  private LiveJobs(String name) {
    policy =
        new Timed(PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO));
    scheduler = new Scheduler(policy, ManyTypes.offers());
    ManyTypes.offers().forEach(offer -> machines.put(offer.name(), offer.machine()));
  }

  public static void main(String[] arguments) {
    for (int i = 1; i < arguments.length; i++) {
      new LiveJobs(arguments[0]).measure(Integer.parseInt(arguments[i]));
    }
  }

  private void measure(int wanted) {
    long beganNanos = System.nanoTime();
    double slowest = 0;
    for (int minute = 0; minute < MINUTES; minute++) {
      slowest = Math.max(slowest, runUntil(minute * MINUTE_MILLIS));
      List<Event> arrivals = new ArrayList<>();
      while (jobs < (long) wanted * (minute + 1) / MINUTES) {
        arrivals.add(new Event.JobSubmitted(++jobs, classes.get(jobs % classes.size())));
      }
      step(minute * MINUTE_MILLIS, arrivals);
      slowest = Math.max(slowest, policy.seconds);
    }
    double filled = (System.nanoTime() - beganNanos) / 1e9;
    World world = scheduler.world();
    int live = world.liveJobs().size();
    int running = world.attempts().size();
    int rented = world.machines().size();
    double[] arrival = new double[ARRIVALS];
    for (int i = 0; i < ARRIVALS; i++) {
      Event one = new Event.JobSubmitted(++jobs, classes.get(jobs % classes.size()));
      step(world.nowMillis(), List.of(one));
      arrival[i] = policy.seconds;
    }
    double[] tick = new double[TICKS];
    for (int i = 0; i < TICKS; i++) {
      long at = nextMillis();
      step(at, List.of());
      tick[i] = policy.seconds;
    }
    policy.forgets = true;
    step(world.nowMillis(), List.of());
    double[] rebuild = new double[REBUILDS];
    for (int i = 0; i < REBUILDS; i++) {
      step(world.nowMillis(), List.of());
      rebuild[i] = policy.seconds;
    }
    System.out.printf(
        Locale.ROOT,
        "jobs %d live %d running %d machines %d fillSeconds %.3f slowestSeconds %.3f"
            + " arrivalSeconds %.6f tickSeconds %.6f rebuildSeconds %.6f%n",
        wanted,
        live,
        running,
        rented,
        filled,
        slowest,
        median(arrival),
        median(tick),
        median(rebuild));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private double runUntil(long atMillis) {
    double slowest = 0;
    while (nextMillis() < atMillis) {
      step(nextMillis(), List.of());
      slowest = Math.max(slowest, policy.seconds);
    }
    return slowest;
  }

  private long nextMillis() {
    long due = dues.isEmpty() ? Long.MAX_VALUE : dues.element().atMillis();
    return wakes.isEmpty() ? due : Math.min(due, wakes.first());
  }

  /** All that is due at this moment, and what arrives. */
  private void step(long atMillis, List<Event> arrivals) {
    List<Event> ends = new ArrayList<>();
    List<Event> ready = new ArrayList<>();
    while (!dues.isEmpty() && dues.element().atMillis() <= atMillis) {
      Event event = dues.remove().event();
      (event instanceof MachineChange.Ready ? ready : ends).add(event);
    }
    ends.addAll(ready);
    ends.addAll(arrivals);
    while (!wakes.isEmpty() && wakes.first() <= atMillis) {
      ends.add(new Event.TimerFired(wakes.pollFirst()));
    }
    Decision decision = scheduler.step(new Batch(++sequence, atMillis, ends));
    decision.actions().forEach(action -> follow(action, atMillis));
  }

  private void follow(Action action, long nowMillis) {
    if (action instanceof Action.Launch launch) {
      MachineSpec spec = machines.get(launch.offer());
      put(nowMillis + ManyTypes.LAG_MILLIS, new MachineChange.Ready(launch.machine(), spec));
    } else if (action instanceof Action.Assign assign) {
      AttemptId attempt = assign.attempt();
      long took = runMillis(attempt);
      put(nowMillis + took, new Event.AttemptFinished(attempt, took));
    } else if (action instanceof Action.WakeAt wake) {
      wakes.add(wake.atMillis());
    }
  }

  private long runMillis(AttemptId id) {
    var attempt = scheduler.world().attempt(id).orElseThrow();
    String type = attempt.machine().spec().type();
    return attempt.group().spec().runtime().millisOn(type).orElseThrow();
  }

  private void put(long atMillis, Event event) {
    dues.add(new Due(atMillis, ++entries, event));
  }
}
