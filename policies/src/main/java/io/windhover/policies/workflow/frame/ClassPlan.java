package io.windhover.policies.workflow.frame;

import io.windhover.core.model.JobSpec;
import io.windhover.policies.workflow.plan.Windows;

/** What is worked out once for all jobs of a class. Times are counted from the submission. */
public final class ClassPlan {
  private final WorkflowSettings settings;
  private final JobSpec spec;
  private final long spanMillis;
  private final Units units;
  private final int[] typeByUnit;
  private final Windows windows;
  private final long earliestEndMillis;

  ClassPlan(
      WorkflowSettings settings,
      JobSpec spec,
      long spanMillis,
      Units units,
      int[] typeByUnit,
      Windows windows,
      long earliestEndMillis) {
    this.settings = settings;
    this.spec = spec;
    this.spanMillis = spanMillis;
    this.units = units;
    this.typeByUnit = typeByUnit;
    this.windows = windows;
    this.earliestEndMillis = earliestEndMillis;
  }

  /** With whose margins it was made. */
  WorkflowSettings settings() {
    return settings;
  }

  public JobSpec spec() {
    return spec;
  }

  /** The deadline, or what stands for one when there is none. */
  public long spanMillis() {
    return spanMillis;
  }

  public Units units() {
    return units;
  }

  public int[] typeByUnit() {
    return typeByUnit;
  }

  /**
   * The first begins after the longest lag, so that a machine asked for at the submission is there
   * in time: the lag is taken off once for the whole job.
   */
  public Windows windows() {
    return windows;
  }

  /** When the job could end at the earliest on machines rented for it. */
  public long earliestEndMillis() {
    return earliestEndMillis;
  }

  /** Whether there is a plan at all that meets the deadline. */
  boolean possible() {
    return earliestEndMillis <= spanMillis;
  }
}
