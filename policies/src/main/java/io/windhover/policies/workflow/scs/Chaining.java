package io.windhover.policies.workflow.scs;

import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.Remainder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * SCS, Algorithm 1, lines 2 to 11: parallel tasks with the same parents and children are put one
 * after the other, so that one instance can do them all, as long as no task has to change its type
 * for it.
 *
 * <p>Settled here: only tasks that prefer one type are chained; where they prefer different ones
 * chaining saves no instance and keeps more types alive for longer.
 */
public final class Chaining {
  private Chaining() {}

  public static Units of(Units units, long frontMillis, long endMillis) {
    int[] preferred = units.ladders().cheapest();
    Dag ordered = units.ordered();
    boolean[] looked = new boolean[ordered.size()];
    for (int unit = 0; unit < looked.length; unit++) {
      if (looked[unit]) {
        continue;
      }
      List<Integer> alike = alike(units.real(), preferred, unit);
      alike.forEach(other -> looked[other] = true);
      if (alike.size() > 1) {
        Dag chained = chained(ordered, alike);
        Remainder whole = Remainder.whole(chained, frontMillis, endMillis);
        if (whole.finishMillis(preferred) <= endMillis) {
          ordered = chained;
        }
      }
    }
    return units.inOrder(ordered);
  }

  private static List<Integer> alike(Dag dag, int[] preferred, int unit) {
    List<Integer> found = new ArrayList<>();
    for (int other = unit; other < dag.size(); other++) {
      if (preferred[other] == preferred[unit]
          && dag.count(other) == 1
          && Arrays.equals(dag.parents(other), dag.parents(unit))
          && Arrays.equals(dag.children(other), dag.children(unit))) {
        found.add(other);
      }
    }
    return found;
  }

  private static Dag chained(Dag dag, List<Integer> chain) {
    int[][] parents = new int[dag.size()][];
    for (int node = 0; node < parents.length; node++) {
      parents[node] = dag.parents(node);
    }
    for (int place = 1; place < chain.size(); place++) {
      int node = chain.get(place);
      int own = parents[node].length;
      parents[node] = Arrays.copyOf(parents[node], own + 1);
      parents[node][own] = chain.get(place - 1);
    }
    return dag.after(parents);
  }
}
