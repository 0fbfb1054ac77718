package io.windhover.policies.workflow.frame;

import io.windhover.core.model.JobSpec;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.Ladders;

/**
 * A class of jobs cut into units of planning: a group of tasks, or several groups of one task each
 * that are run one after the other on the same machine (SCS's bundles).
 */
public final class Units {
  private final Dag groups;
  private final Dag real;
  private final Dag ordered;
  private final int[][] groupsByUnit;
  private final int[] unitByGroup;
  private final int[] firstTaskByGroup;
  private final boolean[] rentable;
  private final Ladders ladders;

  public Units(
      Dag groups,
      Dag real,
      Dag ordered,
      int[][] groupsByUnit,
      int[] unitByGroup,
      int[] firstTaskByGroup,
      boolean[] rentable,
      Ladders ladders) {
    this.groups = groups;
    this.real = real;
    this.ordered = ordered;
    this.groupsByUnit = groupsByUnit;
    this.unitByGroup = unitByGroup;
    this.firstTaskByGroup = firstTaskByGroup;
    this.rentable = rentable;
    this.ladders = ladders;
  }

  /** The groups themselves. */
  public Dag groups() {
    return groups;
  }

  /** The units, each after those it needs results of. */
  public Dag real() {
    return real;
  }

  /** The same, and also after units it is to run after although it need not. */
  public Dag ordered() {
    return ordered;
  }

  public int[][] groupsByUnit() {
    return groupsByUnit;
  }

  public int[] unitByGroup() {
    return unitByGroup;
  }

  public int[] firstTaskByGroup() {
    return firstTaskByGroup;
  }

  /**
   * By unit: whether some type can hold it; what none can hold waits for a machine that comes by
   * itself.
   */
  public boolean[] rentable() {
    return rentable;
  }

  public Ladders ladders() {
    return ladders;
  }

  /** Each group is a unit. */
  public static Units plain(JobSpec job, Terms terms) {
    Dag groups = terms.dag(job);
    int[][] each = new int[groups.size()][];
    for (int group = 0; group < each.length; group++) {
      each[group] = new int[] {group};
    }
    return of(groups, each, terms);
  }

  /** Units of these groups, each listed in the order in which they run. */
  public static Units of(Dag groups, int[][] groupsByUnit, Terms terms) {
    int[] unitByGroup = new int[groups.size()];
    for (int unit = 0; unit < groupsByUnit.length; unit++) {
      for (int group : groupsByUnit[unit]) {
        unitByGroup[group] = unit;
      }
    }
    Dag real = Cut.dag(groups, groupsByUnit, unitByGroup);
    boolean[] rentable = new boolean[real.size()];
    for (int unit = 0; unit < rentable.length; unit++) {
      rentable[unit] = real.runsOn(unit, real.fastest(unit));
    }
    Dag planned = Cut.withGuesses(real, rentable);
    Ladders ladders = Ladders.of(real, terms.types());
    int[] firsts = new int[groups.size()];
    for (int group = 1; group < firsts.length; group++) {
      firsts[group] = firsts[group - 1] + groups.count(group - 1);
    }
    return new Units(
        groups, planned, planned, groupsByUnit, unitByGroup, firsts, rentable, ladders);
  }

  /** The same with other wishes about the order. */
  public Units inOrder(Dag newOrdered) {
    return new Units(
        groups, real, newOrdered, groupsByUnit, unitByGroup, firstTaskByGroup, rentable, ladders);
  }

  int size() {
    return real.size();
  }

  int tasks() {
    int last = groups.size() - 1;
    return firstTaskByGroup[last] + groups.count(last);
  }

  boolean allRentable() {
    for (boolean can : rentable) {
      if (!can) {
        return false;
      }
    }
    return true;
  }
}
