package io.windhover.policies.workflow.plan;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * What is left of a workflow at some moment: nodes whose end is known (done, running or promised a
 * place) and the others, which are still to be planned between the front and the deadline.
 */
public final class Remainder {
  public static final long OPEN = -1;

  private final Dag dag;
  private final long[] knownEndsMillis;
  private final long frontMillis;
  private final long endMillis;

  public Remainder(Dag dag, long[] knownEndsMillis, long frontMillis, long endMillis) {
    this.dag = dag;
    this.knownEndsMillis = knownEndsMillis;
    this.frontMillis = frontMillis;
    this.endMillis = endMillis;
  }

  public Dag dag() {
    return dag;
  }

  /** By node; {@link #OPEN} for a node that is still to be planned. */
  public long[] knownEndsMillis() {
    return knownEndsMillis;
  }

  /** Before this moment no node that is still to be planned can start. */
  public long frontMillis() {
    return frontMillis;
  }

  public long endMillis() {
    return endMillis;
  }

  /** All of it. */
  public static Remainder whole(Dag dag, long frontMillis, long endMillis) {
    long[] ends = new long[dag.size()];
    Arrays.fill(ends, OPEN);
    return new Remainder(dag, ends, frontMillis, endMillis);
  }

  public boolean isOpen(int node) {
    return knownEndsMillis[node] == OPEN;
  }

  /** When what is known lets the node start, whatever the open nodes before it do. */
  long baseMillis(int node) {
    long base = frontMillis;
    for (int parent : dag.parents(node)) {
      base = Math.max(base, knownEndsMillis[parent]);
    }
    return base;
  }

  /** The earliest start of each open node on these types, when nothing waits for a machine. */
  public long[] startsMillis(int[] typeByNode) {
    long[] starts = new long[dag.size()];
    for (int node = 0; node < starts.length; node++) {
      if (isOpen(node)) {
        long start = frontMillis;
        for (int parent : dag.parents(node)) {
          long end =
              isOpen(parent)
                  ? starts[parent] + dag.millis(parent, typeByNode[parent])
                  : knownEndsMillis[parent];
          start = Math.max(start, end);
        }
        starts[node] = start;
      }
    }
    return starts;
  }

  /** The longest chain from each open node's start to the end of the workflow. */
  long[] tailsMillis(int[] typeByNode) {
    long[] tails = new long[dag.size()];
    for (int node = tails.length - 1; node >= 0; node--) {
      long longest = 0;
      for (int child : dag.children(node)) {
        longest = Math.max(longest, tails[child]);
      }
      tails[node] = isOpen(node) ? longest + dag.millis(node, typeByNode[node]) : 0;
    }
    return tails;
  }

  /** When the last open node would end; the front when there is none. */
  public long finishMillis(int[] typeByNode) {
    long[] starts = startsMillis(typeByNode);
    long finish = frontMillis;
    for (int node = 0; node < starts.length; node++) {
      if (isOpen(node)) {
        finish = Math.max(finish, starts[node] + dag.millis(node, typeByNode[node]));
      }
    }
    return finish;
  }

  /**
   * A window for each open node: the earliest times stretched evenly until the last node ends at
   * the deadline, so each has room in proportion to its runtime (Yu and Buyya, as SCS uses them). A
   * window ends where the earliest child's begins. When the time does not suffice, windows are
   * exactly as long as the runtimes and the last ends late.
   */
  public Windows windows(int[] typeByNode) {
    long[] from = startsMillis(typeByNode);
    long neededMillis = finishMillis(typeByNode) - frontMillis;
    long spanMillis = Math.max(neededMillis, endMillis - frontMillis);
    long[] to = new long[from.length];
    for (int node = from.length - 1; node >= 0; node--) {
      if (isOpen(node)) {
        from[node] = frontMillis + scaled(from[node] - frontMillis, spanMillis, neededMillis);
        to[node] = frontMillis + spanMillis;
        for (int child : dag.children(node)) {
          if (isOpen(child)) {
            to[node] = Math.min(to[node], from[child]);
          }
        }
      }
    }
    return new Windows(from, to);
  }

  private static long scaled(long millis, long span, long needed) {
    if (needed <= 0 || span == needed) {
      return millis;
    }
    if (Math.multiplyHigh(millis, span) == 0 && millis * span >= 0) {
      return millis * span / needed;
    }
    return BigInteger.valueOf(millis)
        .multiply(BigInteger.valueOf(span))
        .divide(BigInteger.valueOf(needed))
        .longValueExact();
  }
}
