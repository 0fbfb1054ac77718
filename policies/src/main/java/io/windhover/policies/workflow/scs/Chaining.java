package io.windhover.policies.workflow.scs;

import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.Remainder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** What tasks that may be chained have in common. */
  private record Alike(int preferred, IntBuffer parents, IntBuffer children) {}

  public static Units of(Units units, long frontMillis, long endMillis) {
    int[] preferred = units.ladders().cheapest();
    Dag ordered = units.ordered();
    for (List<Integer> alike : alike(units.real(), preferred)) {
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

  private static Collection<List<Integer>> alike(Dag dag, int[] preferred) {
    Map<Alike, List<Integer>> found = new LinkedHashMap<>();
    for (int unit = 0; unit < dag.size(); unit++) {
      if (dag.count(unit) == 1) {
        IntBuffer parents = IntBuffer.wrap(dag.parents(unit));
        IntBuffer children = IntBuffer.wrap(dag.children(unit));
        found
            .computeIfAbsent(
                new Alike(preferred[unit], parents, children), key -> new ArrayList<>())
            .add(unit);
      }
    }
    return found.values();
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
