package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.Dag;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines up the nodes of a workflow when only so many of one type may run side by side: each next
 * node is the one that can start first, of several the one with the longest way to go. The node
 * that follows another on the same machine then waits for it as for a parent.
 */
final class Lineup {
  /**
   * By how much more than its share of the errors a long chain is protected. Errors of k alike
   * tasks in a row add up to the root of k times one, 1.6 is some 2.8 standard deviations of even
   * errors.
   */
  private static final double CHAIN_SAFETY = 1.6;

  private final Dag dag;
  private final int types;
  private final int[] next;
  private final int[] order;
  private long span;

  Lineup(Dag dag, int types) {
    this.dag = dag;
    this.types = types;
    this.next = new int[dag.size()];
    this.order = new int[dag.size()];
  }

  /** Answers the makespan; what it found is kept for the questions that follow. */
  long arrange(int[] typeByNode, int side) {
    Arrays.fill(next, -1);
    if (side >= dag.size()) {
      for (int node = 0; node < order.length; node++) {
        order[node] = node;
      }
      span = dag.makespanMillis(typeByNode);
      return span;
    }
    long[] togo = togo(typeByNode);
    long[] readyAt = new long[dag.size()];
    int[] missing = new int[dag.size()];
    for (int node = 0; node < missing.length; node++) {
      missing[node] = dag.parents(node).length;
    }
    long[][] freeAt = new long[types][side];
    int[][] last = new int[types][side];
    for (int[] row : last) {
      Arrays.fill(row, -1);
    }
    span = 0;
    for (int placed = 0; placed < order.length; placed++) {
      int node = first(typeByNode, freeAt, readyAt, missing, togo);
      int type = typeByNode[node];
      int seat = soonest(freeAt[type]);
      long end = Math.max(readyAt[node], freeAt[type][seat]) + dag.millis(node, type);
      if (last[type][seat] >= 0) {
        next[last[type][seat]] = node;
      }
      last[type][seat] = node;
      freeAt[type][seat] = end;
      order[placed] = node;
      missing[node] = -1;
      span = Math.max(span, end);
      for (int child : dag.children(node)) {
        missing[child]--;
        readyAt[child] = Math.max(readyAt[child], end);
      }
    }
    return span;
  }

  /** The nodes in the order in which they were lined up. */
  int[] order() {
    return order.clone();
  }

  private long[] togo(int[] typeByNode) {
    long[] togo = new long[dag.size()];
    for (int node = togo.length - 1; node >= 0; node--) {
      for (int child : dag.children(node)) {
        togo[node] = Math.max(togo[node], togo[child]);
      }
      togo[node] += dag.millis(node, typeByNode[node]);
    }
    return togo;
  }

  private int first(int[] typeByNode, long[][] freeAt, long[] readyAt, int[] missing, long[] togo) {
    int best = -1;
    long bestStart = 0;
    for (int node = 0; node < missing.length; node++) {
      if (missing[node] == 0) {
        long[] seats = freeAt[typeByNode[node]];
        long start = Math.max(readyAt[node], seats[soonest(seats)]);
        if (best < 0 || start < bestStart || (start == bestStart && togo[node] > togo[best])) {
          best = node;
          bestStart = start;
        }
      }
    }
    return best;
  }

  private static int soonest(long[] freeAt) {
    int best = 0;
    for (int seat = 1; seat < freeAt.length; seat++) {
      if (freeAt[seat] < freeAt[best]) {
        best = seat;
      }
    }
    return best;
  }

  /** Which nodes lie on a longest chain of the last arrangement. */
  boolean[] critical(int[] typeByNode) {
    long[] latest = latestStarts(typeByNode, span, Reserve.NONE, null);
    long[] earliest = new long[dag.size()];
    boolean[] critical = new boolean[dag.size()];
    for (int node : order) {
      for (int parent : dag.parents(node)) {
        earliest[node] =
            Math.max(earliest[node], earliest[parent] + dag.millis(parent, typeByNode[parent]));
      }
      critical[node] = earliest[node] >= latest[node];
      int follower = next[node];
      if (follower >= 0) {
        long end = earliest[node] + dag.millis(node, typeByNode[node]);
        earliest[follower] = Math.max(earliest[follower], end);
      }
    }
    return critical;
  }

  /**
   * When each node must start at the latest, with a reserve for runtimes that are longer than
   * estimated by up to the margin: in full for the last task, less for each of a long chain. Of
   * that as much is kept back as is wished for, but no less than it takes to do the rest in a
   * hurry.
   */
  long[] latestStarts(
      int[] typeByNode, long deadlineMillis, Reserve reserve, @Nullable Hurry hurry) {
    int size = dag.size();
    long[] starts = new long[size];
    double[] squares = new double[size];
    long[] plain = new long[size];
    for (int place = size - 1; place >= 0; place--) {
      int node = order[place];
      long run = dag.millis(node, typeByNode[node]);
      for (int k = 0; k <= dag.children(node).length; k++) {
        int after = k < dag.children(node).length ? dag.children(node)[k] : next[node];
        if (after >= 0 && plain[after] >= plain[node]) {
          plain[node] = plain[after];
          squares[node] = Math.max(squares[node], squares[after]);
        }
      }
      plain[node] += run;
      squares[node] += (double) run * (double) run;
      double full = reserveMillis(plain[node], squares[node], reserve.margin());
      double kept = reserve.kept() * full;
      if (hurry != null) {
        long spared = plain[node] - run - hurry.afterMillis(node, next[node]);
        double least = (double) run * reserve.margin() - (double) spared;
        kept = Math.min(full, Math.max(kept, least));
      }
      starts[node] = deadlineMillis - plain[node] - (long) Math.ceil(kept);
      starts[node] = Math.min(starts[node], latestEnd(node, starts, deadlineMillis) - run);
    }
    return starts;
  }

  /** What is kept back for a chain of nodes whose runtimes, and their squares, add up to this. */
  static double reserveMillis(long millis, double squares, double margin) {
    return Math.min((double) millis, CHAIN_SAFETY * StrictMath.sqrt(squares)) * margin;
  }

  /** Which node follows on the same machine in the last arrangement; -1 when none does. */
  int next(int node) {
    return next[node];
  }

  /** The first latest start of what comes after the node. */
  long latestEnd(int node, long[] latestStarts, long deadlineMillis) {
    long end = deadlineMillis;
    for (int child : dag.children(node)) {
      end = Math.min(end, latestStarts[child]);
    }
    return next[node] < 0 ? end : Math.min(end, latestStarts[next[node]]);
  }
}
