package io.windhover.policies.workflow.bound;

import io.windhover.policies.workflow.plan.Dag;
import java.util.SplittableRandom;

/** Small workflows of all shapes, whose faster types are mostly later ones. */
final class RandomDags {
  private RandomDags() {}

  static Dag of(SplittableRandom chance, int nodes, int types) {
    int[] counts = new int[nodes];
    int[][] parents = new int[nodes][];
    long[][] millis = new long[nodes][types];
    for (int node = 0; node < nodes; node++) {
      counts[node] = 1 + chance.nextInt(2);
      parents[node] = new int[node == 0 ? 0 : chance.nextInt(3)];
      for (int i = 0; i < parents[node].length; i++) {
        parents[node][i] = chance.nextInt(node);
      }
      for (int type = 0; type < types; type++) {
        millis[node][type] = 1L + chance.nextInt(60 / (type + 1));
      }
    }
    return Dag.of(counts, parents, millis);
  }
}
