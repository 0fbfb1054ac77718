package io.windhover.policies.harvest.own;

import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.predict.Drops;
import java.util.ArrayList;
import java.util.Arrays;
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
  private final double multiple;
  private final long elapsedMillis;
  private final List<Occupant> occupants = new ArrayList<>();

  /** When they end, soonest first, and their cores in that order. */
  private long[] endMillis = new long[4];

  private int[] endingCores = new int[4];
  private int allCores;

  /**
   * @param multiple how much more often the node falls than others
   */
  Stack(Node node, int cores, double multiple, boolean newestFirst) {
    this.multiple = multiple;
    this.elapsedMillis = node.elapsedMillis();
    this.node = node;
    this.cores = cores;
    this.newestFirst = newestFirst;
  }

  void add(Occupant occupant) {
    int place = occupants.size();
    if (place == endMillis.length) {
      endMillis = Arrays.copyOf(endMillis, 2 * place);
      endingCores = Arrays.copyOf(endingCores, 2 * place);
    }
    for (; place > 0 && endMillis[place - 1] > occupant.endMillis(); place--) {
      endMillis[place] = endMillis[place - 1];
      endingCores[place] = endingCores[place - 1];
    }
    endMillis[place] = occupant.endMillis();
    endingCores[place] = occupant.cores();
    allCores += occupant.cores();
    occupants.add(occupant);
  }

  /** Oldest first. */
  List<Occupant> occupants() {
    return occupants;
  }

  /** The chance that a task that starts then is not killed; never higher for a longer one. */
  double survives(Drops drops, int need, long startMillis, long durationMillis) {
    return new Climb(drops, need, startMillis).survives(durationMillis);
  }

  /** The chances that tasks of these durations, shortest first, are killed. */
  void killed(Drops drops, int need, long startMillis, long[] durationsMillis, double[] chances) {
    Climb climb = new Climb(drops, need, startMillis);
    for (int i = 0; i < durationsMillis.length; i++) {
      chances[i] = 1 - climb.survives(durationsMillis[i]);
    }
  }

  /** The risk of a task that starts at some moment, summed up to when each of the others ends. */
  private final class Climb {
    final Drops.Risks risks;
    final int need;
    final long startMillis;
    int older = allCores;
    int next;
    long from;
    double risk;

    Climb(Drops drops, int need, long startMillis) {
      this.risks = drops.after(elapsedMillis + startMillis);
      this.need = need;
      this.startMillis = startMillis;
      this.from = startMillis;
      pass();
    }

    private void pass() {
      while (next < occupants.size() && endMillis[next] <= from) {
        older -= endingCores[next++];
      }
    }

    /** Durations may only grow from one question to the next. */
    double survives(long durationMillis) {
      long end = startMillis + durationMillis;
      while (next < occupants.size() && endMillis[next] < end) {
        risk += added(endMillis[next]);
        from = endMillis[next];
        pass();
      }
      double all = from < end ? risk + added(end) : risk;
      return StrictMath.exp(-all * multiple);
    }

    private double added(long untilMillis) {
      int spare = cores - depth(need, older);
      double added =
          risks.risk(untilMillis - startMillis, spare) - risks.risk(from - startMillis, spare);
      return Math.max(0, added);
    }
  }

  private int depth(int need, int older) {
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
        double likelier = 1 - StrictMath.exp(-Math.max(0, more) * multiple);
        harm += likelier * (one.ranMillis() + together / 2.0);
      }
      younger += one.cores();
    }
    return harm;
  }
}
