package io.windhover.app.bench;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Scheduler;
import io.windhover.policies.PolicyRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * How long whole steps of a policy take, all that {@link HarvestMatches} leaves out included: the
 * machines are looked at anew, their tasks too, and what was decided is done in the world. Machines
 * have a day of changes behind them and are busy for the most part. Prints medians of processor
 * time, in seconds: a step in which one machine changes and no task comes, one comes, many come;
 * and the last for the first step of a new round of ten minutes, in which what is known of drops is
 * worked out anew. Of slack some tasks always wait for a better machine, so a change alone makes it
 * look at all of them.
 *
 * <p>Arguments: slack, harvest or harvest-oldest, then machines, tasks.
 */
public final class HarvestSteps {
  private static final int RUNS = 15;
  private static final int WARM_UP = 10;
  private static final long MINUTE = 60_000;
  private static final long ROUND = 10 * MINUTE;
  private static final long DAY = 24 * 60 * MINUTE;
  private static final int TASKS_OF_A_JOB = 30;
  private static final int BUSY_PERCENT = 60;
  private static final int FILLERS = 40;

  private final Scheduler scheduler;
  private final SplittableRandom chance = Chance.stream(1, "steps", 0);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final int machines;
  private int jobs;
  private long nowMillis;
  private double seconds;

  private HarvestSteps(String policy, int machines) {
    TreeMap<String, String> settings = new TreeMap<>();
    if (policy.startsWith("harvest")) {
      settings.put("kill-order", policy.endsWith("oldest") ? "oldest" : "newest");
    }
    String name = policy.startsWith("harvest") ? "harvest" : policy;
    this.machines = machines;
    this.scheduler =
        new Scheduler(
            PolicyRegistry.make(name, settings, PolicyRegistry.Machines.COME_AND_GO), List.of());
  }

  public static void main(String[] arguments) {
    int tasks = Integer.parseInt(arguments[2]);
    HarvestSteps steps = new HarvestSteps(arguments[0], Integer.parseInt(arguments[1]));
    steps.liveThroughADay();
    steps.fill();
    System.out.printf(
        Locale.ROOT,
        "changeSeconds %.6f oneSeconds %.6f manySeconds %.6f roundSeconds %.6f%n",
        steps.median(0, 1000),
        steps.median(1, 1000),
        steps.median(tasks, 1000),
        steps.median(tasks, ROUND));
  }

  /** A changed machine, as many tasks that come, and so long after the step before. */
  private double median(int tasks, long afterMillis) {
    double[] all = new double[RUNS];
    for (int run = -WARM_UP; run < RUNS; run++) {
      nowMillis += afterMillis;
      if (afterMillis < ROUND) {
        step(List.of()); // What a new round costs is not this one's.
      }
      List<Event> events = new ArrayList<>(List.of(resized()));
      for (int left = tasks; left > 0; left -= TASKS_OF_A_JOB) {
        events.add(new Event.JobSubmitted(++jobs, job(Math.min(left, TASKS_OF_A_JOB), 1)));
      }
      Decision decision = step(events);
      all[Math.max(0, run)] = seconds;
      end(decision);
    }
    Arrays.sort(all);
    return all[RUNS / 2];
  }

  private Decision step(List<Event> events) {
    Batch batch = new Batch(scheduler.world().sequence() + 1, nowMillis, events);
    long began = threads.getCurrentThreadCpuTime();
    Decision decision = scheduler.step(batch);
    seconds = (threads.getCurrentThreadCpuTime() - began) / 1e9;
    return decision;
  }

  /** All that was started ends, so that the next step finds the world as this one did. */
  private void end(Decision decision) {
    List<Event> ends = new ArrayList<>();
    for (Action action : decision.actions()) {
      if (action instanceof Action.Assign assign) {
        ends.add(new Event.AttemptFinished(assign.attempt(), 1));
      }
    }
    started(decision);
    step(ends);
  }

  private void started(Decision decision) {
    List<Event> starts = new ArrayList<>();
    for (Action action : decision.actions()) {
      if (action instanceof Action.Assign assign) {
        starts.add(new Event.AttemptStarted(assign.attempt()));
      }
    }
    step(starts);
  }

  private Event resized() {
    return new MachineChange.Resized(1 + chance.nextInt(machines), chance.nextInt(30, 50), 0);
  }

  private void liveThroughADay() {
    List<Event> come = new ArrayList<>();
    for (int id = 1; id <= machines; id++) {
      int cores = chance.nextInt(2, 40);
      var machine = new MachineSpec("m" + id, "", List.of(), cores, 0, 0).harvesting(2, 0);
      come.add(new MachineChange.Ready(id, machine));
    }
    step(come);
    while (nowMillis < DAY) {
      nowMillis += ROUND / 2;
      List<Event> changes = new ArrayList<>();
      for (int i = 0; i < machines / 150; i++) {
        int id = 1 + chance.nextInt(machines);
        changes.add(new MachineChange.Resized(id, chance.nextInt(2, 40), 0));
      }
      step(changes);
    }
  }

  /** Until most cores are in use; by tasks that last longer than the bench, in virtual time. */
  private void fill() {
    int groups = machines * 20 * BUSY_PERCENT / 100 / 3 / FILLERS;
    while (groups > 0) {
      int its = Math.min(groups, TASKS_OF_A_JOB);
      started(step(List.of(new Event.JobSubmitted(++jobs, job(its, FILLERS)))));
      groups -= its;
    }
  }

  private JobSpec job(int groups, int count) {
    List<TaskGroup> all = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      long millis = chance.nextLong(MINUTE, 75 * MINUTE);
      all.add(
          new TaskGroup(
              "g" + i,
              count,
              new Script(List.of("true"), "", new TreeMap<>()),
              "",
              new Need(List.of(), chance.nextBoolean() ? 2 : 4, 0),
              List.of(),
              new RuntimeEstimate(millis, new TreeMap<>()),
              0,
              false,
              0,
              0,
              0));
    }
    return new JobSpec("job", "", new Deadline.None(), true, all);
  }
}
