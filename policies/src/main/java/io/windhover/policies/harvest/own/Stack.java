package io.windhover.policies.harvest.own;

import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.predict.Drops;
import java.util.ArrayList;
import java.util.List;

/**
 * A node with what runs there, oldest first: who is killed by a shrink depends on who is older. A
 * task survives while the node keeps the cores that go before its own in the order of mercy, and
 * its own: its <i>depth</i>. Where the newest are killed first that is the older tasks, fewer and
 * fewer as they end; where the oldest are, the younger ones, more and more as room is filled again.
 */
final class Stack {
  /** Where the oldest are killed first: how much of a node is expected to be in use later. */
  private static final double REFILLED = 0.75;

  /**
   * A task on the node.
   *
   * @param endMillis from now
   */
  record Occupant(int cores, long startMillis, long endMillis, long ranMillis) {}

  final Node node;
  final int cores;
  private final boolean newestFirst;
  private final List<Occupant> occupants = new ArrayList<>();

  Stack(Node node, int cores, boolean newestFirst) {
    this.node = node;
    this.cores = cores;
    this.newestFirst = newestFirst;
  }

  void add(Occupant occupant) {
    occupants.add(occupant);
  }

  /** The chance that a task that starts then is not killed. */
  double survives(Drops drops, int need, long startMillis, long durationMillis) {
    long from = startMillis;
    long end = startMillis + durationMillis;
    double risk = 0;
    while (from < end) {
      long until = Math.min(end, nextEnd(from));
      int spare = cores - depth(need, from);
      long elapsed = node.elapsedMillis() + startMillis;
      double added =
          drops.risk(elapsed, until - startMillis, spare)
              - drops.risk(elapsed, from - startMillis, spare);
      risk += Math.max(0, added);
      from = until;
    }
    return StrictMath.exp(-risk * drops.multiple(node.id()));
  }

  /** When the next of those that run at this moment ends. */
  private long nextEnd(long atMillis) {
    long next = Long.MAX_VALUE;
    for (Occupant one : occupants) {
      if (one.endMillis() > atMillis && one.endMillis() < next) {
        next = one.endMillis();
      }
    }
    return next;
  }

  private int depth(int need, long atMillis) {
    int older = 0;
    for (Occupant one : occupants) {
      if (one.endMillis() > atMillis) {
        older += one.cores();
      }
    }
    if (newestFirst) {
      return older + need;
    }
    int used = Math.max(older + need, (int) Math.round(REFILLED * cores));
    return Math.max(need, Math.min(cores, used) - older);
  }

  /**
   * Where the oldest are killed first: the time that those here are expected to lose by one more.
   */
  double harmMillis(Drops drops, int need, long startMillis, long durationMillis) {
    if (newestFirst) {
      return 0;
    }
    double harm = 0;
    int younger = 0;
    for (int i = occupants.size() - 1; i >= 0; i--) {
      Occupant one = occupants.get(i);
      long together = Math.min(one.endMillis(), startMillis + durationMillis) - startMillis;
      if (together > 0) {
        int spare = cores - younger - one.cores();
        double more =
            drops.risk(node.elapsedMillis(), together, spare - need)
                - drops.risk(node.elapsedMillis(), together, spare);
        double likelier = 1 - StrictMath.exp(-Math.max(0, more) * drops.multiple(node.id()));
        harm += likelier * (one.ranMillis() + together / 2.0);
      }
      younger += one.cores();
    }
    return harm;
  }
}
