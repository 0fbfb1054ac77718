package io.windhover.policies.workflow.paths;

import io.windhover.policies.workflow.plan.Dag;
import java.util.Arrays;

/**
 * What leads from one node of a path to a later one beside the path and has no place yet. Where the
 * first is put decides how early that can be done, and so how early the later one may be put.
 */
final class Detours {
  /**
   * From a place in the path.
   *
   * @param millis how long all on the way takes at least
   */
  private record Way(int from, long millis) {}

  private static final Way[] NONE = {};

  /** By place in the path: the ways that end there. */
  private final Way[][] waysTo;

  /** Nodes come in an order in which parents are before their children. */
  Detours(int[] path, Dag dag, Times times) {
    waysTo = new Way[path.length][];
    Arrays.fill(waysTo, NONE);
    int[] places = new int[path[path.length - 1] + 1];
    Arrays.fill(places, -1);
    for (int place = 0; place < path.length; place++) {
      places[path[place]] = place;
    }
    Way[][] beside = new Way[places.length][];
    for (int node = path[0] + 1; node < places.length; node++) {
      int place = places[node];
      if (place >= 0) {
        waysTo[place] = waysTo(dag.parents(node), beside);
      } else if (!times.isPlaced(node)) {
        beside[node] = waysThrough(node, dag, places, beside, times);
      }
    }
  }

  private static Way[] waysTo(int[] parents, Way[][] beside) {
    Way[] ways = NONE;
    for (int parent : parents) {
      ways = beside[parent] == null ? ways : longest(ways, beside[parent]);
    }
    return ways;
  }

  private static Way[] waysThrough(int node, Dag dag, int[] places, Way[][] beside, Times times) {
    Way[] ways = waysTo(dag.parents(node), beside);
    for (int parent : dag.parents(node)) {
      ways = places[parent] < 0 ? ways : longest(ways, new Way[] {new Way(places[parent], 0)});
    }
    Way[] through = new Way[ways.length];
    for (int i = 0; i < ways.length; i++) {
      through[i] = new Way(ways[i].from, ways[i].millis + times.shortestMillis(node));
    }
    return through;
  }

  /** Both, the latest first, without those that begin earlier and take no longer than another. */
  private static Way[] longest(Way[] some, Way[] others) {
    Way[] all = Arrays.copyOf(some, some.length + others.length);
    System.arraycopy(others, 0, all, some.length, others.length);
    Arrays.sort(
        all,
        (a, b) ->
            a.from != b.from ? Integer.compare(b.from, a.from) : Long.compare(b.millis, a.millis));
    int kept = 0;
    for (Way way : all) {
      if (kept == 0 || way.millis > all[kept - 1].millis) {
        all[kept] = way;
        kept++;
      }
    }
    return Arrays.copyOf(all, kept);
  }

  /**
   * When the last of what leads to a place in the path can have ended; 0 when nothing does.
   *
   * @param ends of the nodes of the path before that place
   */
  long endMillis(int place, long[] ends) {
    long latest = 0;
    for (Way way : waysTo[place]) {
      latest = Math.max(latest, ends[way.from] + way.millis);
    }
    return latest;
  }
}
