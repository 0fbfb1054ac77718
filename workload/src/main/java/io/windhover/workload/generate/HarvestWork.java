package io.windhover.workload.generate;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Work for harvest machines: jobs of tasks that cannot be interrupted, coming as a Poisson process
 * at a rate that asks for a share of the cores there are (SlackSched, section 4.1).
 *
 * @param tasksLeast of a job
 * @param cores what tasks ask for, each as often as the others
 * @param load core-time asked for by the drawn jobs as a share of what there is
 * @param estimateError each estimate is off by a share of the true runtime drawn evenly between 0
 *     and this; below 0 for underestimates (Figure 15)
 * @param interruptibleShare of the jobs, those that write checkpoints every minute for nothing
 *     (Appendix B.3)
 * @param rateFactors the rate of arrivals is multiplied by these in turn, each for six hours
 *     (section 4.4)
 */
public record HarvestWork(
    int jobs,
    int tasksLeast,
    int tasksMost,
    List<Integer> cores,
    TaskDurations durations,
    double load,
    double estimateError,
    double interruptibleShare,
    List<Double> rateFactors) {
  private static final double PERIOD_MILLIS = 6 * 3_600_000.0;
  private static final long CHECKPOINT_EVERY_MILLIS = 60_000;

  /** The setting of every claim that names no other, with the durations for C1 to C6. */
  public static final HarvestWork STANDARD =
      new HarvestWork(50, 20, 40, List.of(2, 4), TaskDurations.SEISMIC_A, 0.7, 0, 0, List.of(1.0));

  /** The same for C7 and C8: tasks of a minute to twelve hours. */
  public static final HarvestWork STANDARD_LONG =
      STANDARD.with(TaskDurations.upTo(12 * 3_600_000L));

  public HarvestWork {
    cores = List.copyOf(cores);
    rateFactors = List.copyOf(rateFactors);
    if (jobs < 1
        || tasksLeast < 1
        || tasksMost < tasksLeast
        || cores.isEmpty()
        || !(load > 0)
        || !(estimateError > -1 && estimateError < 100)
        || !(interruptibleShare >= 0 && interruptibleShare <= 1)
        || rateFactors.isEmpty()
        || rateFactors.stream().anyMatch(factor -> !(factor > 0))) {
      throw new IllegalArgumentException(
          "%d jobs of %d to %d tasks, cores %s, load %s, error %s, interruptible %s, rates %s"
              .formatted(
                  jobs,
                  tasksLeast,
                  tasksMost,
                  cores,
                  load,
                  estimateError,
                  interruptibleShare,
                  rateFactors));
    }
  }

  /** A job and when it comes. */
  public record Submission(long atMillis, JobSpec spec) {}

  /** Jobs in the order in which they come, and how long their tasks really take. */
  public static final class Drawn {
    private final List<Submission> submissions;
    private final long[][] trueMillis;

    private Drawn(List<Submission> submissions, long[][] trueMillis) {
      this.submissions = List.copyOf(submissions);
      this.trueMillis = trueMillis;
    }

    public List<Submission> submissions() {
      return submissions;
    }

    /** The jobs have the ids 1, 2, 3 in the order of their submissions. */
    public long trueMillis(TaskId task) {
      return trueMillis[task.job() - 1][task.index()];
    }

    /** What all tasks together ask for, if none has to be repeated. */
    public long coreMillis() {
      long sum = 0;
      for (int job = 0; job < trueMillis.length; job++) {
        List<TaskGroup> tasks = submissions.get(job).spec().groups();
        for (int task = 0; task < tasks.size(); task++) {
          sum += tasks.get(task).need().cores() * trueMillis[job][task];
        }
      }
      return sum;
    }
  }

  public HarvestWork with(TaskDurations others) {
    return new HarvestWork(
        jobs,
        tasksLeast,
        tasksMost,
        cores,
        others,
        load,
        estimateError,
        interruptibleShare,
        rateFactors);
  }

  public HarvestWork withLoad(double share) {
    return new HarvestWork(
        jobs,
        tasksLeast,
        tasksMost,
        cores,
        durations,
        share,
        estimateError,
        interruptibleShare,
        rateFactors);
  }

  public HarvestWork withEstimateError(double error) {
    return new HarvestWork(
        jobs,
        tasksLeast,
        tasksMost,
        cores,
        durations,
        load,
        error,
        interruptibleShare,
        rateFactors);
  }

  public HarvestWork withInterruptible(double share) {
    return new HarvestWork(
        jobs, tasksLeast, tasksMost, cores, durations, load, estimateError, share, rateFactors);
  }

  public HarvestWork withRateFactors(Double... factors) {
    return new HarvestWork(
        jobs,
        tasksLeast,
        tasksMost,
        cores,
        durations,
        load,
        estimateError,
        interruptibleShare,
        List.of(factors));
  }

  public HarvestWork withJobs(int count, int leastTasks, int mostTasks) {
    return new HarvestWork(
        count,
        leastTasks,
        mostTasks,
        cores,
        durations,
        load,
        estimateError,
        interruptibleShare,
        rateFactors);
  }

  /**
   * Draws the work from a seed. Runtimes and cores of a task do not depend on the load, the errors
   * or the share of interruptible jobs, so sweeps compare like with like.
   *
   * @param meanCores the cores that there are on average
   */
  public Drawn draw(long seed, double meanCores) {
    List<JobSpec> specs = new ArrayList<>();
    long[][] trueMillis = new long[jobs][];
    double coreMillis = 0;
    for (int job = 0; job < jobs; job++) {
      SplittableRandom chance = Chance.stream(seed, "harvest job", job);
      int tasks = tasksLeast + chance.nextInt(tasksMost - tasksLeast + 1);
      trueMillis[job] = new long[tasks];
      boolean interruptible =
          Chance.stream(seed, "interruptible", job).nextDouble() < interruptibleShare;
      SplittableRandom errors = Chance.stream(seed, "estimates", job);
      List<TaskGroup> groups = new ArrayList<>();
      for (int task = 0; task < tasks; task++) {
        int taskCores = cores.get(chance.nextInt(cores.size()));
        long millis = durations.draw(chance);
        trueMillis[job][task] = millis;
        coreMillis += (double) taskCores * millis;
        double factor = 1 + estimateError * errors.nextDouble();
        long estimate = Math.max(1, Math.round(millis * factor));
        groups.add(task("task" + (task + 1), taskCores, estimate, interruptible));
      }
      specs.add(new JobSpec("job" + (job + 1), "", new Deadline.None(), true, groups));
    }
    double gapMillis = coreMillis / jobs / (load * meanCores);
    return new Drawn(submissions(specs, gapMillis, seed), trueMillis);
  }

  private List<Submission> submissions(List<JobSpec> specs, double gapMillis, long seed) {
    SplittableRandom chance = Chance.stream(seed, "harvest arrivals", 0);
    List<Submission> all = new ArrayList<>();
    double at = 0;
    for (JobSpec spec : specs) {
      at = after(at, -StrictMath.log(1 - chance.nextDouble()) * gapMillis);
      all.add(new Submission((long) at, spec));
    }
    return all;
  }

  /** When so much time at the base rate has gone by, while the rate changes every period. */
  private double after(double atMillis, double baseMillis) {
    double at = atMillis;
    double left = baseMillis;
    while (true) {
      int period = (int) (at / PERIOD_MILLIS);
      double factor = rateFactors.get(period % rateFactors.size());
      double end = (period + 1) * PERIOD_MILLIS;
      if (at + left / factor <= end || rateFactors.size() == 1) {
        return at + left / factor;
      }
      left -= (end - at) * factor;
      at = end;
    }
  }

  private static TaskGroup task(String name, int cores, long estimate, boolean interruptible) {
    return new TaskGroup(
        name,
        1,
        Script.NONE,
        name,
        new Need(List.of(), cores, 0),
        List.of(),
        new RuntimeEstimate(estimate, new TreeMap<>()),
        0,
        interruptible,
        0,
        0,
        interruptible ? CHECKPOINT_EVERY_MILLIS : 0);
  }
}
