package io.windhover.policies.workflow.frame;

import org.jspecify.annotations.Nullable;

/** What makes a policy of the family: how jobs are cut and planned, and where a task goes. */
public interface Method {
  String name();

  /** Whether no job is late that could be in time, given exact runtimes and lags. */
  default boolean keepsDeadlines() {
    return true;
  }

  /** How a class of jobs is cut into units; each group is one unless the method knows better. */
  default Units units(Units plain, Terms terms, long spanMillis) {
    return plain;
  }

  /** The types to plan with at first; faster ones are chosen where the time does not suffice. */
  default int[] firstTypes(Units units) {
    return units.ladders().cheapest();
  }

  /** Whether a task that is ready may have a machine rented although its window has not begun. */
  default boolean rentsWhenReady() {
    return false;
  }

  /** Whether what has no place yet is planned again when tasks end before their windows do. */
  default boolean plansAgain() {
    return false;
  }

  /**
   * Whether machines are acquired and released by load vectors alone and no task has a place before
   * it starts: SCS as printed.
   */
  default boolean followsLoad() {
    return false;
  }

  /** The place to give a task now; null when it is to wait for a better moment. */
  @Nullable Place place(Asked asked, Yard yard);

  /** Whether it gives places to all tasks of a job at once, not to one that asks at a time. */
  default boolean placesWholeJobs() {
    return false;
  }

  /** Gives places to the tasks of a job, or postpones them. */
  default void placeWhole(JobDesk desk) {
    throw new UnsupportedOperationException(name());
  }
}
