package io.windhover.policies.workflow.justintime;

import java.util.stream.IntStream;

/**
 * With which of many arrivals a rule begins when it is to be judged by them. What it makes of them
 * differs by two percent or so with the first, since what is rented for one job decides where the
 * next ones find room; the mean of several beginnings says more.
 */
public final class Beginnings {
  /** Of fewer jobs none can be spared. */
  private static final int JOBS_MIN = 100;

  static final int COUNT = 3;

  /** Each next one is later by this share of the jobs. */
  private static final int SHARE = 20;

  /** What it costs to begin with one of the jobs. */
  @FunctionalInterface
  public interface From {
    /**
     * In nano-dollars.
     *
     * @param first the number of the job, from 0
     * @param limitNanos no need to go on once this is spent
     */
    double nanos(int first, double limitNanos);
  }

  private Beginnings() {}

  /**
   * What so many jobs cost on the mean of the beginnings.
   *
   * @param limitNanos no need to go on once it is certain that the mean is no less than this
   */
  public static double meanNanos(int jobs, double limitNanos, From from) {
    int[] beginnings = of(jobs);
    double limit = limitNanos * beginnings.length;
    double sum = 0;
    for (int first : beginnings) {
      sum += from.nanos(first, limit - sum);
      if (sum >= limit) {
        break;
      }
    }
    return sum / beginnings.length;
  }

  /** How many jobs come after a beginning, on the mean. */
  public static double meanJobs(int jobs) {
    return jobs - IntStream.of(of(jobs)).average().orElse(0);
  }

  /** The first job of each. */
  private static int[] of(int jobs) {
    return IntStream.range(0, jobs < JOBS_MIN ? 1 : COUNT).map(i -> i * jobs / SHARE).toArray();
  }
}
