package io.windhover.app.bench;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Scheduler;
import io.windhover.policies.PolicyRegistry;
import io.windhover.workload.generate.PegasusShape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * How long a policy thinks about the first job of a class of a thousand tasks, after two others:
 * types and deadlines for all of them, and what is to be done at once. The deadline lies between
 * the fastest and the cheapest plan, so that many tasks must change their type.
 */
public final class LargeWorkflow {
  private static final int TASKS = 1000;

  /** One CPU compiles and measures, so it takes that many until all of it is compiled. */
  private static final int WARM_UP = 100;

  private static final int RUNS = 15;

  private LargeWorkflow() {}

  public static void main(String[] arguments) {
    for (PegasusShape shape : List.of(PegasusShape.MONTAGE, PegasusShape.EPIGENOMICS)) {
      JobSpec loose = ManyTypes.onAllTypes(shape.draw(TASKS, 1, new Deadline.None()), 1);
      long longestMillis = longestMillis(loose);
      Deadline within = new Deadline.Within(ManyTypes.LAG_MILLIS + longestMillis / 2);
      JobSpec job = new JobSpec(loose.name(), "", within, false, loose.groups());
      double cold = seconds(arguments[0], job);
      double[] warm = new double[RUNS];
      for (int i = 0; i < WARM_UP; i++) {
        seconds(arguments[0], job);
      }
      for (int i = 0; i < RUNS; i++) {
        warm[i] = seconds(arguments[0], job);
      }
      Arrays.sort(warm);
      System.out.printf(
          Locale.ROOT,
          "shape %s tasks %d coldSeconds %.6f warmSeconds %.6f%n",
          shape.text(),
          job.taskCount(),
          cold,
          warm[RUNS / 2]);
    }
  }

  /** The longest chain on the standard type. */
  private static long longestMillis(JobSpec job) {
    long[] ends = new long[job.groups().size()];
    for (int i = 0; i < ends.length; i++) {
      for (int parent : job.groups().get(i).after()) {
        ends[i] = Math.max(ends[i], ends[parent]);
      }
      ends[i] += job.groups().get(i).runtime().millisOn("standard").orElseThrow();
    }
    return Arrays.stream(ends).max().orElseThrow();
  }

  private static double seconds(String policy, JobSpec job) {
    var scheduler =
        new Scheduler(
            PolicyRegistry.make(policy, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO),
            ManyTypes.offers());
    JobSpec usual = ManyTypes.classes().get(0);
    scheduler.step(new Batch(1, 0, List.of(new Event.JobSubmitted(1, usual))));
    scheduler.step(new Batch(2, 0, List.of(new Event.JobSubmitted(2, usual))));
    long beganNanos = System.nanoTime();
    Decision decision = scheduler.step(new Batch(3, 0, List.of(new Event.JobSubmitted(3, job))));
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    if (decision.actions().stream().anyMatch(Action.Reject.class::isInstance)) {
      throw new IllegalStateException("refused: " + decision.actions());
    }
    return seconds;
  }
}
