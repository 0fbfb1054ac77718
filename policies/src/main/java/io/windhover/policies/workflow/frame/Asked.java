package io.windhover.policies.workflow.frame;

import io.windhover.policies.workflow.plan.Dag;

/** A task, or a bundle of tasks in a row, that asks for a place. */
public final class Asked {
  private final LiveJob job;
  private final int unit;
  private final long earliestMillis;
  private final long byMillis;
  private final boolean mayRent;
  private final int[] groups;
  private final long frontMillis;

  public Asked(
      LiveJob job,
      int unit,
      long earliestMillis,
      long byMillis,
      boolean mayRent,
      int[] groups,
      long frontMillis) {
    this.job = job;
    this.unit = unit;
    this.earliestMillis = earliestMillis;
    this.byMillis = byMillis;
    this.mayRent = mayRent;
    this.groups = groups;
    this.frontMillis = frontMillis;
  }

  public LiveJob job() {
    return job;
  }

  public int unit() {
    return unit;
  }

  /** It cannot start before. */
  public long earliestMillis() {
    return earliestMillis;
  }

  /** It should have ended by then. */
  public long byMillis() {
    return byMillis;
  }

  /** Whether a machine may be rented for it now. */
  public boolean mayRent() {
    return mayRent;
  }

  /**
   * It could end by then, after its window, and its followers would still be in time on the types
   * they are planned on.
   */
  public long latestMillis() {
    return job.plan().units().real().count(unit) == 1
        ? Delay.latestEndMillis(job, unit, frontMillis)
        : byMillis;
  }

  /** From then on there could be a machine that is rented now, whatever its type. */
  long frontMillis() {
    return frontMillis;
  }

  public int[] groups() {
    return groups;
  }

  /** The type it is planned on. */
  public int type() {
    return job.type(unit);
  }

  /** Whether somebody rents out a machine for it. */
  boolean isRentable() {
    return job.plan().units().rentable()[unit];
  }

  /** How long it takes on a type; {@link Dag#NEVER_MILLIS} when it cannot run there. */
  public long runMillis(int type) {
    Units units = job.plan().units();
    if (!isRentable()) {
      return Dag.NEVER_MILLIS;
    }
    if (groups.length == units.groupsByUnit()[unit].length) {
      return units.real().millis(unit, type);
    }
    long sum = 0;
    for (int group : groups) {
      sum += units.groups().millis(group, type);
    }
    return Math.min(Dag.NEVER_MILLIS, sum);
  }

  /** One task of the bundle by itself. */
  Asked only(int group) {
    return new Asked(job, unit, earliestMillis, byMillis, mayRent, new int[] {group}, frontMillis);
  }
}
