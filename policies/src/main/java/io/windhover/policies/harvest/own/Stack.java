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
  /** How much of a node is expected to be in use later. */
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

  /** Where the oldest are killed first: the cores that are expected to be in use later. */
  private final int refilled;

  final double multiple;
  private final long elapsedMillis;

  /** In which row of the drops it is now. */
  final int row;

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
    this.row = Drops.row(elapsedMillis, cores);
    this.node = node;
    this.cores = cores;
    this.newestFirst = newestFirst;
    this.refilled = (int) Math.round(REFILLED * cores);
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

  /**
   * For {@link #spare}, after each of these moments, in order, and when all have ended; written
   * from there on.
   */
  void margins(long[] momentsMillis, int[] margins, int from) {
    int older = allCores;
    int next = 0;
    for (int i = 0; i < momentsMillis.length; i++) {
      while (next < size && endMillis[next] <= momentsMillis[i]) {
        older -= endingCores[next++];
      }
      margins[from + i] = margin(older);
    }
    margins[from + momentsMillis.length] = margin(0);
  }

  /**
   * Roughly what those here lose if all are killed beside a task that takes so long; 0 where one
   * more does not matter to them.
   */
  long stakeMillis(long durationMillis) {
    long stake = 0;
    for (int i = 0; i < size * WIDTH && !newestFirst; i += WIDTH) {
      stake += byAge[i + RAN] + Math.max(0, Math.min(byAge[i + END], durationMillis)) / 2;
    }
    return stake;
  }

  boolean isIdle() {
    return size == 0;
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

  /**
   * The risks of tasks of these durations, shortest first.
   *
   * @param atDurations of the drops, by duration
   */
  void risks(
      Drops drops,
      int need,
      long startMillis,
      long[] durationsMillis,
      double[][] atDurations,
      double[] risks) {
    Climb climb = new Climb(drops, need, startMillis);
    for (int i = 0; i < durationsMillis.length; i++) {
      risks[i] = climb.risk(durationsMillis[i], atDurations[i]);
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
      this.risks = drops.row(rowIn(startMillis));
      this.need = need;
      this.startMillis = startMillis;
      this.from = startMillis;
      pass();
    }

    private void pass() {
      while (next < size && endMillis[next] <= from) {
        older -= endingCores[next++];
      }
      spare = spare(need, older);
      before = risks.risk(from - startMillis, spare);
    }

    /** Durations may only grow from one question to the next. */
    double risk(long durationMillis) {
      long end = startMillis + durationMillis;
      climb(end);
      return (from < end ? risk + added(risks.risk(durationMillis, spare)) : risk) * multiple;
    }

    /** The same by the risks of drops within the duration. */
    double risk(long durationMillis, double[] atDuration) {
      long end = startMillis + durationMillis;
      climb(end);
      return (from < end ? risk + added(Risks.risk(atDuration, spare)) : risk) * multiple;
    }

    private void climb(long endMost) {
      while (next < size && endMillis[next] < endMost) {
        risk += added(risks.risk(endMillis[next] - startMillis, spare));
        from = endMillis[next];
        pass();
      }
    }

    private double added(double after) {
      return Math.max(0, after - before);
    }
  }

  /** In which row of the drops it will be then if nothing changes. */
  int rowIn(long millis) {
    return millis == 0 ? row : Drops.row(elapsedMillis + millis, cores);
  }

  boolean newestFirst() {
    return newestFirst;
  }

  /** How many cores may go before a task is killed that so many others run beside. */
  private int spare(int need, int used) {
    return spare(newestFirst, cores, need, margin(used));
  }

  /**
   * Where the newest are killed first, all cores but those of the older; the task needs its own,
   * too. Where the oldest are, all but those that the younger are expected to have by then: as many
   * as it takes to fill the node again up to a share, the older being in use.
   */
  private int margin(int used) {
    return newestFirst ? cores - used : cores - refilled + used;
  }

  /** By what {@link #margins} tells, and never less when that is more. */
  static int spare(boolean newestFirst, int cores, int need, int margin) {
    return newestFirst ? margin - need : Math.min(margin, cores - need);
  }

  /**
   * Where the oldest are killed first: the time that those here are expected to lose by one more.
   */
  double harmMillis(Drops drops, int need, long startMillis, long durationMillis) {
    if (newestFirst) {
      return 0;
    }
    Risks risks = drops.row(row);
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
   * No more than {@link #harmMillis}, without an exponential for everybody who runs here.
   *
   * @param risks of its row of the drops
   * @param atDuration them within the duration
   */
  double leastHarmMillis(
      Risks risks, int need, long startMillis, long durationMillis, double[] atDuration) {
    double harm = 0;
    int spare = cores;
    for (int i = (size - 1) * WIDTH; i >= 0; i -= WIDTH) {
      spare -= (int) byAge[i + CORES];
      long here = byAge[i + END] - startMillis;
      if (here > 0) {
        double more =
            here < durationMillis
                ? risks.more(here, spare, need)
                : Risks.more(atDuration, spare, need);
        harm += lostLeast(more * multiple, byAge[i + RAN], Math.min(here, durationMillis));
      }
    }
    return harm;
  }

  /**
   * By octave, no more than {@link #harmMillis} for any duration in it: no horizon of the drops is
   * within one, so that risks are straight lines there, lowest at one of their ends. All of them at
   * once, since whoever ends early loses the same in every later octave.
   *
   * @param risks of its row of the drops
   * @param boundsMillis of the octaves; the first is 0
   * @param atBounds risks within these
   */
  void leastHarmsMillis(
      Risks risks,
      int need,
      long startMillis,
      long[] boundsMillis,
      double[][] atBounds,
      double[] harms) {
    Arrays.fill(harms, 0);
    int spare = cores;
    for (int i = (size - 1) * WIDTH; i >= 0; i -= WIDTH) {
      spare -= (int) byAge[i + CORES];
      long here = byAge[i + END] - startMillis;
      if (here <= 0) {
        continue;
      }
      long ran = byAge[i + RAN];
      double atEnd = risks.more(here, spare, need);
      double more = Risks.more(atBounds[0], spare, need);
      int octave = 0;
      for (; octave < harms.length && boundsMillis[octave] <= here; octave++) {
        double later =
            here < boundsMillis[octave + 1] ? atEnd : Risks.more(atBounds[octave + 1], spare, need);
        harms[octave] += lostLeast(Math.min(more, later) * multiple, ran, boundsMillis[octave]);
        more = later;
      }
      double all = octave < harms.length ? lostLeast(atEnd * multiple, ran, here) : 0;
      for (; octave < harms.length; octave++) {
        harms[octave] += all;
      }
    }
  }

  /** By one who has run for so long and is together with the new one for so long. */
  private static double lostLeast(double moreRisk, long ranMillis, long togetherMillis) {
    return Chances.killedLeast(Math.max(0, moreRisk)) * (ranMillis + togetherMillis / 2.0);
  }
}
