package io.windhover.policies.workflow.paths;

import io.windhover.policies.workflow.plan.Dag;

/**
 * When the nodes of a job start and end: exactly for those that have a place, and for the others
 * the earliest start and the latest end such that the rest could still run on the fastest types.
 *
 * <p>A node without a place is thought to start no earlier than a machine rented now would be
 * there. So between its earliest start and its latest end there is always time for its shortest
 * run, whatever places the others are given within theirs: that is why no job is late. Where nodes
 * of one path are given places at once, {@link Detours} tell what they delay beside it.
 */
final class Times {
  private final Dag dag;
  private final long frontMillis;
  private final long deadlineMillis;
  private final boolean[] placed;
  private final long[] startMillis;
  private final long[] endMillis;
  private final long[] shortestMillis;

  Times(Dag dag, long frontMillis, long deadlineMillis) {
    this.dag = dag;
    this.frontMillis = frontMillis;
    this.deadlineMillis = deadlineMillis;
    int size = dag.size();
    this.placed = new boolean[size];
    this.startMillis = new long[size];
    this.endMillis = new long[size];
    this.shortestMillis = new long[size];
    for (int node = 0; node < size; node++) {
      shortestMillis[node] = dag.millis(node, dag.fastest(node));
    }
  }

  /** The node has its place, or is over. */
  void place(int node, long start, long end) {
    placed[node] = true;
    startMillis[node] = start;
    endMillis[node] = end;
  }

  /** To be called when places have been given. */
  void update() {
    for (int node = 0; node < placed.length; node++) {
      if (!placed[node]) {
        startMillis[node] = Math.max(frontMillis, parentsEndMillis(node));
      }
    }
    for (int node = placed.length - 1; node >= 0; node--) {
      if (!placed[node]) {
        long latest = deadlineMillis;
        for (int child : dag.children(node)) {
          latest = Math.min(latest, latestStartMillis(child));
        }
        endMillis[node] = latest;
      }
    }
  }

  private long latestStartMillis(int node) {
    return placed[node] ? startMillis[node] : endMillis[node] - shortestMillis[node];
  }

  boolean isPlaced(int node) {
    return placed[node];
  }

  /** On its fastest type. */
  long shortestMillis(int node) {
    return shortestMillis[node];
  }

  /** When it ends; for a node without a place, when it must have ended at the latest. */
  long endMillis(int node) {
    return endMillis[node];
  }

  /** When it ends at the earliest. */
  long earliestEndMillis(int node) {
    return placed[node] ? endMillis[node] : startMillis[node] + shortestMillis[node];
  }

  /** When all that comes before the node is over, at the earliest. */
  long parentsEndMillis(int node) {
    long latest = 0;
    for (int parent : dag.parents(node)) {
      latest = Math.max(latest, earliestEndMillis(parent));
    }
    return latest;
  }
}
