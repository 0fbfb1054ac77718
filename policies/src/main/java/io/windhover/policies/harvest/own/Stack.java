package io.windhover.policies.harvest.own;

import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.Risks;
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

  private static final int CORES = 0;
  private static final int END = 1;
  private static final int RAN = 2;
  private static final int WIDTH = 3;

  /**
   * A task on the node.
   *
   * @param endMillis from now
   */
  record Occupant(int cores, long endMillis, long ranMillis) {}

  final Node node;
  final int cores;
  private final boolean newestFirst;
  final double multiple;
  private final long elapsedMillis;

  private int size;

  /** Three for each occupant, oldest first. */
  private long[] byAge = new long[4 * WIDTH];

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
    int place = size;
    if (place == endMillis.length) {
      byAge = Arrays.copyOf(byAge, 2 * place * WIDTH);
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
    byAge[size * WIDTH + CORES] = occupant.cores();
    byAge[size * WIDTH + END] = occupant.endMillis();
    byAge[size * WIDTH + RAN] = occupant.ranMillis();
    size++;
  }

  /** How many cores are in use after each of these moments, in order; written from there on. */
  void usedAfter(long[] momentsMillis, int[] used, int from) {
    int older = allCores;
    int next = 0;
    for (int i = 0; i < momentsMillis.length; i++) {
      while (next < size && endMillis[next] <= momentsMillis[i]) {
        older -= endingCores[next++];
      }
      used[from + i] = older;
    }
  }

  /** Oldest first. */
  List<Occupant> occupants() {
    List<Occupant> occupants = new ArrayList<>();
    for (int i = 0; i < size * WIDTH; i += WIDTH) {
      occupants.add(new Occupant((int) byAge[i + CORES], byAge[i + END], byAge[i + RAN]));
    }
    return occupants;
  }

  /** The chance that a task that starts then is not killed; never higher for a longer one. */
  double survives(Drops drops, int need, long startMillis, long durationMillis) {
    return StrictMath.exp(-risk(drops, need, startMillis, durationMillis));
  }

  /** -ln of that. */
  double risk(Drops drops, int need, long startMillis, long durationMillis) {
    return new Climb(drops, need, startMillis).risk(durationMillis);
  }

  /** The risks of tasks of these durations, shortest first. */
  void risks(Drops drops, int need, long startMillis, long[] durationsMillis, double[] risks) {
    Climb climb = new Climb(drops, need, startMillis);
    for (int i = 0; i < durationsMillis.length; i++) {
      risks[i] = climb.risk(durationsMillis[i]);
    }
  }

  /** The risk of a task that starts at some moment, summed up to when each of the others ends. */
  private final class Climb {
    final Risks risks;
    final int need;
    final long startMillis;
    int older = allCores;
    int next;
    long from;
    double risk;

    /** From the last end of another on: the cores that may go, and the risk by then. */
    int spare;

    double before;

    Climb(Drops drops, int need, long startMillis) {
      this.risks = drops.after(elapsedMillis + startMillis, cores);
      this.need = need;
      this.startMillis = startMillis;
      this.from = startMillis;
      pass();
    }

    private void pass() {
      while (next < size && endMillis[next] <= from) {
        older -= endingCores[next++];
      }
      spare = cores - depth(need, older);
      before = risks.risk(from - startMillis, spare);
    }

    /** Durations may only grow from one question to the next. */
    double risk(long durationMillis) {
      long end = startMillis + durationMillis;
      while (next < size && endMillis[next] < end) {
        risk += added(endMillis[next]);
        from = endMillis[next];
        pass();
      }
      return (from < end ? risk + added(end) : risk) * multiple;
    }

    private double added(long untilMillis) {
      return Math.max(0, risks.risk(untilMillis - startMillis, spare) - before);
    }
  }

  /** In which row of the drops it is now. */
  int row() {
    return Drops.row(elapsedMillis, cores);
  }

  boolean newestFirst() {
    return newestFirst;
  }

  private int depth(int need, int older) {
    return depth(newestFirst, cores, need, older);
  }

  /** Grows or falls with the cores of the older, as the kill order is, but never does both. */
  static int depth(boolean newestFirst, int cores, int need, int older) {
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
    Risks risks = drops.after(elapsedMillis, cores);
    double harm = 0;
    int younger = 0;
    for (int i = (size - 1) * WIDTH; i >= 0; i -= WIDTH) {
      int its = (int) byAge[i + CORES];
      long together = Math.min(byAge[i + END], startMillis + durationMillis) - startMillis;
      if (together > 0) {
        double more = risks.more(together, cores - younger - its, need);
        double likelier = 1 - StrictMath.exp(-Math.max(0, more) * multiple);
        harm += likelier * (byAge[i + RAN] + together / 2.0);
      }
      younger += its;
    }
    return harm;
  }

  /**
   * No more than {@link #harmMillis} for any duration between two, without a horizon of the drops
   * between them: risks are straight lines there, lowest at one of their ends.
   *
   * @param risks of its row of the drops
   * @param atLeast them within the shorter duration
   * @param atMost within the longer
   */
  double leastHarmMillis(
      Risks risks,
      int need,
      long startMillis,
      long least,
      long most,
      double[] atLeast,
      double[] atMost) {
    double harm = 0;
    int younger = 0;
    for (int i = (size - 1) * WIDTH; i >= 0; i -= WIDTH) {
      int its = (int) byAge[i + CORES];
      long here = byAge[i + END] - startMillis;
      if (here > 0) {
        int spare = cores - younger - its;
        long together = Math.min(here, least);
        double more =
            here < least ? risks.more(here, spare, need) : Risks.more(atLeast, spare, need);
        if (here > least) {
          double later =
              here < most ? risks.more(here, spare, need) : Risks.more(atMost, spare, need);
          more = Math.min(more, later);
        }
        harm +=
            Chances.killedLeast(Math.max(0, more) * multiple) * (byAge[i + RAN] + together / 2.0);
      }
      younger += its;
    }
    return harm;
  }
}
