package io.windhover.policies.workflow.paths;

import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a path into pieces that each run on one machine, for the least money. IC-PCP gives a path as
 * a whole to one machine, which is the best when one type is the fastest for all tasks; where tasks
 * prefer different types that may cost more than it saves, or end too late.
 */
final class Path {
  /** A piece of the path on one host: nodes from one place in it to before another. */
  static final class Piece {
    private final int from;
    private final int to;
    private final Host host;
    private final long[] startsMillis;
    private final long[] endsMillis;

    Piece(int from, int to, Host host, long[] startsMillis, long[] endsMillis) {
      this.from = from;
      this.to = to;
      this.host = host;
      this.startsMillis = Arrays.copyOfRange(startsMillis, from, to);
      this.endsMillis = Arrays.copyOfRange(endsMillis, from, to);
    }

    int from() {
      return from;
    }

    int to() {
      return to;
    }

    Host host() {
      return host;
    }

    /** Of the node at this place in the path. */
    long startMillis(int place) {
      return startsMillis[place - from];
    }

    long endMillis(int place) {
      return endsMillis[place - from];
    }
  }

  private record Best(long nanos, long endMillis, @Nullable Piece last) {}

  private final int[] nodes;
  private final Times times;

  /** For each place in the path: the places of those parents that are in it too. */
  private final int[][] parentsInPath;

  /** For each place: when its other parents have ended, and not before now. */
  private final long[] openMillis;

  private final Detours detours;

  /** Of the piece that is being tried; told anew for each. */
  private final long[] starts;

  Path(int[] nodes, Dag dag, Times times, long nowMillis) {
    this.nodes = nodes;
    this.times = times;
    this.starts = new long[nodes.length];
    this.parentsInPath = new int[nodes.length][];
    this.openMillis = new long[nodes.length];
    this.detours = new Detours(nodes, dag, times);
    for (int k = 0; k < nodes.length; k++) {
      int[] parents = dag.parents(nodes[k]);
      int[] inPath = new int[parents.length];
      int count = 0;
      openMillis[k] = nowMillis;
      for (int parent : parents) {
        int place = placeBefore(k, parent);
        if (place >= 0) {
          inPath[count++] = place;
        } else {
          openMillis[k] = Math.max(openMillis[k], times.earliestEndMillis(parent));
        }
      }
      parentsInPath[k] = Arrays.copyOf(inPath, count);
    }
  }

  private int placeBefore(int k, int node) {
    int place = k - 1;
    while (place >= 0 && nodes[place] != node) {
      place--;
    }
    return place;
  }

  /** The pieces in order; null when no cut ends every node in time. */
  Piece @Nullable [] cut(List<Host> hosts) {
    @Nullable Best[] best = new Best[nodes.length + 1];
    best[0] = new Best(0, 0, null);
    long[] ends = new long[nodes.length];
    for (int from = 0; from < nodes.length; from++) {
      Best before = best[from];
      if (before == null) {
        continue;
      }
      endsBefore(best, from, ends);
      for (Host host : hosts) {
        extend(best, before, from, host, ends);
      }
    }
    return best[nodes.length] == null ? null : pieces(best);
  }

  private void endsBefore(@Nullable Best[] best, int from, long[] ends) {
    Best at = best[from];
    while (at != null && at.last != null) {
      Piece piece = at.last;
      System.arraycopy(piece.endsMillis, 0, ends, piece.from, piece.endsMillis.length);
      at = best[piece.from];
    }
  }

  /** Every piece on this host that begins here, as long as its nodes end in time. */
  private void extend(@Nullable Best[] best, Best before, int from, Host host, long[] ends) {
    long busy = 0;
    for (int k = from; k < nodes.length; k++) {
      int node = nodes[k];
      long run = host.runMillis(node);
      if (run >= Dag.NEVER_MILLIS) {
        return;
      }
      long latest = times.endMillis(node) - run;
      long earliest = earliestMillis(k, ends);
      if (earliest > latest) {
        return;
      }
      long start = host.firstFitMillis(node, earliest, run);
      if (start > latest) {
        return;
      }
      starts[k] = start;
      ends[k] = start + run;
      busy += run;
      long sum = before.nanos + host.costNanos(starts[from], ends[k], busy);
      Best known = best[k + 1];
      if (known == null || sum < known.nanos || (sum == known.nanos && ends[k] < known.endMillis)) {
        best[k + 1] = new Best(sum, ends[k], new Piece(from, k + 1, host, starts, ends));
      }
    }
  }

  private long earliestMillis(int k, long[] ends) {
    long earliest = Math.max(openMillis[k], detours.endMillis(k, ends));
    for (int place : parentsInPath[k]) {
      earliest = Math.max(earliest, ends[place]);
    }
    return earliest;
  }

  private static Piece[] pieces(@Nullable Best[] best) {
    ArrayDeque<Piece> found = new ArrayDeque<>();
    Best at = best[best.length - 1];
    while (at != null && at.last != null) {
      found.addFirst(at.last);
      at = best[at.last.from];
    }
    return found.toArray(new Piece[0]);
  }
}
