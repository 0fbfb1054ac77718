package io.windhover.policies.workflow.frame;

import io.windhover.policies.workflow.plan.Dag;
import java.util.TreeSet;

/** The workflow of units that results from putting groups together. */
final class Cut {
  private Cut() {}

  /** Units must be numbered so that parents come first. */
  static Dag dag(Dag groups, int[][] groupsByUnit, int[] unitByGroup) {
    int size = groupsByUnit.length;
    int[] counts = new int[size];
    int[][] parents = new int[size][];
    long[][] millis = new long[size][];
    for (int unit = 0; unit < size; unit++) {
      counts[unit] = groups.count(groupsByUnit[unit][0]);
      parents[unit] = parents(groups, groupsByUnit[unit], unitByGroup, unit);
      millis[unit] = millis(groups, groupsByUnit[unit]);
    }
    return Dag.of(counts, parents, millis);
  }

  private static int[] parents(Dag groups, int[] members, int[] unitByGroup, int unit) {
    TreeSet<Integer> found = new TreeSet<>();
    for (int group : members) {
      for (int parent : groups.parents(group)) {
        if (unitByGroup[parent] != unit) {
          found.add(unitByGroup[parent]);
        }
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private static long[] millis(Dag groups, int[] members) {
    long[] sums = new long[groups.types()];
    for (int type = 0; type < sums.length; type++) {
      for (int group : members) {
        sums[type] = Math.min(Dag.NEVER_MILLIS, sums[type] + groups.millis(group, type));
      }
    }
    return sums;
  }

  /** What no type can hold is planned as if it took as long as what nobody knows anything of. */
  static Dag withGuesses(Dag units, boolean[] rentable) {
    int[] counts = new int[units.size()];
    int[][] parents = new int[units.size()][];
    long[][] millis = new long[units.size()][units.types()];
    for (int unit = 0; unit < counts.length; unit++) {
      counts[unit] = units.count(unit);
      parents[unit] = units.parents(unit);
      for (int type = 0; type < units.types(); type++) {
        millis[unit][type] = rentable[unit] ? units.millis(unit, type) : Terms.UNKNOWN_MILLIS;
      }
    }
    return Dag.of(counts, parents, millis);
  }
}
