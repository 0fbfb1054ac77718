package io.windhover.policies.workflow.scs;

import io.windhover.policies.workflow.frame.Terms;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayList;
import java.util.List;

/**
 * SCS, section 3.3.1, step 1: neighbours with a one-to-one dependency that prefer the same type are
 * one task, run on one instance. Only single tasks are bundled, not arrays.
 */
public final class Bundling {
  private Bundling() {}

  /** A bundle has one type for all its tasks, so what is in time apart may be late together. */
  public static Units inTime(Units plain, Terms terms, long spanMillis) {
    Units bundled = of(plain, terms);
    long fastest = bundled.real().makespanMillis(bundled.ladders().fastest());
    return terms.lagMillisMax() + fastest <= spanMillis ? bundled : plain;
  }

  public static Units of(Units plain, Terms terms) {
    Dag groups = plain.groups();
    int[] preferred = plain.ladders().cheapest();
    int[] unitByGroup = new int[groups.size()];
    List<List<Integer>> units = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      int before = onlyParent(groups, group);
      boolean joins =
          before >= 0
              && preferred[before] == preferred[group]
              && plain.rentable()[before]
              && plain.rentable()[group];
      if (!joins) {
        units.add(new ArrayList<>());
      }
      unitByGroup[group] = joins ? unitByGroup[before] : units.size() - 1;
      units.get(unitByGroup[group]).add(group);
    }
    if (units.size() == groups.size()) {
      return plain;
    }
    int[][] groupsByUnit =
        units.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    return Units.of(groups, groupsByUnit, terms);
  }

  /** The one task before this one, if this is also the one task after it; -1 otherwise. */
  private static int onlyParent(Dag groups, int group) {
    int[] parents = groups.parents(group);
    if (parents.length != 1 || groups.count(group) != 1) {
      return -1;
    }
    int parent = parents[0];
    return groups.children(parent).length == 1 && groups.count(parent) == 1 ? parent : -1;
  }
}
