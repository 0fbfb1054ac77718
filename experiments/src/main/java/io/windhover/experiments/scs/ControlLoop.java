package io.windhover.experiments.scs;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A policy with many live jobs, to see how long it takes to decide: a hundred classes of hybrid
 * jobs, sixteen types, as in the paper's section 4.1.4.
 */
public final class ControlLoop {
  public static final int CLASSES = 100;
  public static final int TYPES = 16;

  private static final int NO_LIMIT = 10_000_000;
  private static final long MINUTE_MILLIS = 60_000;
  private static final long DEADLINE_MILLIS = 2 * ScsSetting.HOUR_MILLIS;

  private final Policy policy;
  private final Scheduler scheduler;
  private final LongSupplier nanoClock;
  private long wakes;

  /** Takes so many jobs in, all at once, the worst that can happen to a loop. */
  public ControlLoop(Policy policy, int jobs, LongSupplier nanoClock) {
    this.policy = policy;
    this.nanoClock = nanoClock;
    this.scheduler = new Scheduler(policy, offers());
    List<JobSpec> classes = classes();
    List<Event> arrivals = new ArrayList<>();
    for (int job = 1; job <= jobs; job++) {
      arrivals.add(new Event.JobSubmitted(job, classes.get(job % CLASSES)));
    }
    scheduler.step(new Batch(1, 0, arrivals));
  }

  /** How long a loop takes that has lost its memory, and so looks at every job and machine anew. */
  public double everythingAnewMillis() {
    var amnesia = new Forgetful(scheduler.world(), Memory.NONE);
    long from = nanoClock.getAsLong();
    var decision = policy.decide(amnesia, List.of());
    long until = nanoClock.getAsLong();
    if (decision.memory() == Memory.NONE) {
      throw new IllegalStateException("remembers nothing");
    }
    return (until - from) / 1e6;
  }

  /** How long the loop takes that comes a minute later, with one more job. */
  public double nextMinuteMillis() {
    wakes++;
    int job = scheduler.world().nextJobId();
    Event arrival = new Event.JobSubmitted(job, scheduler.world().job(1).spec());
    var batch =
        new Batch(scheduler.world().sequence() + 1, wakes * MINUTE_MILLIS, List.of(arrival));
    long from = nanoClock.getAsLong();
    scheduler.step(batch);
    return (nanoClock.getAsLong() - from) / 1e6;
  }

  private static List<JobSpec> classes() {
    List<JobSpec> classes = new ArrayList<>();
    for (int seed = 1; seed <= CLASSES; seed++) {
      JobSpec drawn =
          Application.HYBRID.job(TaskTimes.SCS, seed, new Deadline.Within(DEADLINE_MILLIS));
      List<TaskGroup> groups = new ArrayList<>();
      drawn.groups().forEach(group -> groups.add(onTypes(group)));
      classes.add(new JobSpec("class" + seed, "", drawn.deadline(), false, groups));
    }
    return classes;
  }

  /** The paper's four types in four sizes, each a fifth faster than the one before. */
  private static TaskGroup onTypes(TaskGroup group) {
    var millis = new TreeMap<String, Long>();
    group
        .runtime()
        .millisByType()
        .forEach(
            (type, time) -> {
              for (int size = 0; size < TYPES / 4; size++) {
                millis.put(type + size, Math.round(time / (1 + 0.2 * size)));
              }
            });
    return new TaskGroup(
        group.name(),
        1,
        group.script(),
        group.kind(),
        new Need(List.of(), 1, 0),
        group.after(),
        new RuntimeEstimate(-1, millis),
        0,
        true,
        0,
        0,
        0);
  }

  private static List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    for (Offer offer : ScsSetting.offers(ScsSetting.Meter.HOUR)) {
      for (int size = 0; size < TYPES / 4; size++) {
        String type = offer.name() + size;
        long price = Math.round(offer.machine().pricePerHourNanos() * (1 + 0.25 * size));
        offers.add(
            new Offer(
                type,
                Market.ON_DEMAND,
                new MachineSpec(type, type, List.of(), 1, 1, price),
                NO_LIMIT,
                NO_LIMIT,
                0,
                ScsSetting.LAG_MILLIS,
                Billing.perPeriod(ScsSetting.HOUR_MILLIS)));
      }
    }
    return offers;
  }
}
