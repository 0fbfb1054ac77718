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

  private Beginnings() {}

  /** How many jobs come after a beginning, on the mean. */
  public static double meanJobs(int jobs) {
    return jobs - IntStream.of(of(jobs)).average().orElse(0);
  }

  /** The first job of each. */
  public static int[] of(int jobs) {
    return IntStream.range(0, jobs < JOBS_MIN ? 1 : COUNT).map(i -> i * jobs / SHARE).toArray();
  }
}
