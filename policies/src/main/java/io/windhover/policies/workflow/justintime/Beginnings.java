package io.windhover.policies.workflow.justintime;

import java.util.stream.IntStream;

/**
 * Where rows of arrivals that are to be judged by begin. What the same rule makes of the same
 * arrivals differs by two percent or so with the job it begins with, since what is rented for one
 * decides where the next ones find room; the mean of several beginnings says more.
 */
public final class Beginnings {
  /** Of fewer jobs none can be spared. */
  private static final int JOBS_MIN = 100;

  private static final int COUNT = 3;

  /** Each next one is later by this share of the jobs. */
  private static final int SHARE = 20;

  private Beginnings() {}

  /** The first job of each. */
  public static int[] of(int jobs) {
    return IntStream.range(0, jobs < JOBS_MIN ? 1 : COUNT).map(i -> i * jobs / SHARE).toArray();
  }
}
