package io.windhover.policies.harvest.own;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Drops;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes as tasks of one need see them, sorted so that few have to be weighed. Of each is kept
 * when it has the room, the chance that the longest task survives there, and the chances that tasks
 * of a few round durations are killed: a task is killed at least as often as a shorter one. Where
 * the oldest are killed first, also what those who run there lose by tasks of about a duration; for
 * blocks that were looked at only, since it takes long to work out. Nodes that are alike stand
 * together in blocks; where the best of each figure in a block, together, cost more than the best
 * node so far, the whole block is passed over.
 */
final class Lane {
  /** Longer than any task. */
  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  private static final int BLOCK = 16;

  /** Nodes are told apart by so much of a chance, first by how steady they are. */
  private static final int PARTS = 24;

  private static final int MIDDLES = 1 << 15;

  private static final class View {
    final int index;
    final Stack stack;
    final double[] killed;
    long startMillis;

    /** Of the longest task. */
    double longestRisk;

    double steady;

    /** Whether the room comes and goes: when it can be had depends on how long the task is. */
    boolean odd;

    int place;

    View(int index, Stack stack, int rounds) {
      this.index = index;
      this.stack = stack;
      this.killed = new double[rounds];
    }

    /**
     * By when it has room, how steady it is, how much there is to lose if that matters, what a
     * middling task risks there; then any order.
     */
    long order(long longestMillis) {
      long layer = 64L - Long.numberOfLeadingZeros(startMillis);
      long parts = (layer << 5) + (long) (PARTS * steady);
      // Twice as much from one to the next, from about a minute on.
      int stake = 64 - Long.numberOfLeadingZeros(stack.stakeMillis(longestMillis) >> 16);
      long stakes = (parts << 4) + Math.min(15, stake);
      long middle = (long) (MIDDLES * killed[killed.length / 2]);
      return (((stakes << 16) + middle) << 32) + index;
    }
  }

  private final Request shortest;
  private final Request longest;
  private final Drops drops;
  private final Rounds rounds;
  private final Octaves octaves;

  /** Of the octaves; the first is 0. */
  private final long[] octavesMillis;

  /** By row of the drops and bound of the octaves; empty while nobody has asked. */
  private final double[][][] risksAt;

  /** The round durations and the longest task's, and by row of the drops the risks within each. */
  private final long[] askedMillis;

  private final double[][][] risksAsked;
  private final double[] risks;
  private final View[] byIndex;
  private final View[] views;

  /** By place, close together, what is looked at most; killed by round duration first. */
  private final double[] startAt;

  private final double[] steadyAt;
  private final double[][] killedAt;

  /** By octave first; 0 while it is not known. One more is 0: nobody is harmed, or nobody knows. */
  private final double[][] harmAt;

  /** Of one view. */
  private final double[] harms;

  /** By block, the least of each. */
  private final double[] startMillis;

  private final double[] steady;
  private final double[][] killed;
  private final double[][] harm;
  private final double[] bounds;

  /** Whether the harm in it is known, or does not matter. */
  private final boolean[] harmKnown;

  /**
   * By round duration, where the last task of about that went and where it would have gone
   * otherwise.
   */
  private final int[][] favourites;

  Lane(Need need, Drops drops, List<Stack> stacks, long longestMillis, boolean newestFirst) {
    this.shortest = new Request(need, 1);
    this.longest = new Request(need, FOR_EVER);
    this.drops = drops;
    rounds = new Rounds(longestMillis);
    octaves = new Octaves(longestMillis);
    octavesMillis = new long[octaves.size() + 1];
    Arrays.setAll(octavesMillis, octaves::leastMillis);
    risksAt = new double[Drops.ROWS][0][];
    askedMillis = Arrays.copyOf(rounds.millis(), rounds.size() + 1);
    askedMillis[rounds.size()] = longestMillis;
    risksAsked = new double[Drops.ROWS][0][];
    risks = new double[askedMillis.length];
    byIndex = new View[stacks.size()];
    for (int i = 0; i < byIndex.length; i++) {
      byIndex[i] = new View(i, stacks.get(i), rounds.size());
      look(byIndex[i]);
    }
    views = inOrder(byIndex, longestMillis);
    int blocks = (views.length + BLOCK - 1) / BLOCK;
    startAt = new double[views.length];
    steadyAt = new double[views.length];
    killedAt = new double[rounds.size()][views.length];
    harms = new double[newestFirst ? 0 : octaves.size()];
    harmAt = new double[harms.length + 1][views.length];
    startMillis = new double[blocks];
    steady = new double[blocks];
    killed = new double[rounds.size()][blocks];
    harm = new double[harms.length + 1][blocks];
    bounds = new double[blocks];
    favourites = new int[rounds.size()][0];
    harmKnown = new boolean[blocks];
    Arrays.fill(harmKnown, newestFirst);
    for (int i = 0; i < views.length; i++) {
      views[i].place = i;
    }
    for (int block = 0; block < blocks; block++) {
      sumUp(block);
    }
  }

  private static View[] inOrder(View[] byIndex, long longestMillis) {
    long[] orders = new long[byIndex.length];
    Arrays.setAll(orders, i -> byIndex[i].order(longestMillis));
    Arrays.sort(orders);
    View[] views = new View[orders.length];
    Arrays.setAll(views, i -> byIndex[(int) orders[i]]);
    return views;
  }

  private void look(View view) {
    Stack stack = view.stack;
    view.startMillis = shortest.startMillis(stack.node);
    view.odd = !stack.node.room().rises() && longest.startMillis(stack.node) != view.startMillis;
    view.steady = 0;
    Arrays.fill(view.killed, 0);
    if (view.odd || view.startMillis == Room.NEVER) {
      return;
    }
    int row = stack.rowIn(view.startMillis);
    int cores = shortest.need().cores();
    double[][] table = within(risksAsked, row, askedMillis);
    stack.risks(drops, cores, view.startMillis, askedMillis, table, risks);
    view.longestRisk = risks[view.killed.length];
    view.steady = Chances.survivesLeast(view.longestRisk);
    for (int round = 0; round < view.killed.length; round++) {
      view.killed[round] = Chances.killedLeast(risks[round]);
    }
  }

  private void sumUp(int block) {
    startMillis[block] = (double) Room.NEVER;
    steady[block] = 1;
    for (double[] row : killed) {
      row[block] = 1;
    }
    for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
      View view = views[i];
      startAt[i] = (double) view.startMillis;
      steadyAt[i] = view.steady;
      startMillis[block] = Math.min(startMillis[block], startAt[i]);
      steady[block] = Math.min(steady[block], view.steady);
      for (int round = 0; round < killed.length; round++) {
        killedAt[round][i] = view.killed[round];
        killed[round][block] = Math.min(killed[round][block], view.killed[round]);
      }
    }
  }

  /** Room was claimed on this node. */
  void update(int index) {
    View view = byIndex[index];
    look(view);
    int block = view.place / BLOCK;
    sumUp(block);
    if (harmKnown[block] && harms.length > 0) {
      lookForHarm(view);
      sumUpHarm(block);
    }
  }

  /** Weighs every node that could be the best. */
  void search(Search search) {
    int round = rounds.upTo(search.task.durationMillis());
    int octave = Math.min(harms.length, octaves.of(search.task.durationMillis()));
    search.roughBounds(startMillis, killed[round], steady, harm[octave], bounds);
    int lowest = -1;
    for (int block = 0; block < bounds.length; block++) {
      lowest = lowest < 0 || bounds[block] < bounds[lowest] ? block : lowest;
    }
    if (lowest < 0) {
      return;
    }
    weighFavourites(round, search);
    if (!search.isBeaten(bounds[lowest])) {
      look(lowest, round, octave, search);
    }
    for (int block = 0; block < bounds.length; block++) {
      if (!search.isBeaten(bounds[block]) && block != lowest) {
        look(block, round, octave, search);
      }
    }
    favourites[round] = new int[] {search.bestIndex(), search.secondIndex()};
  }

  /** What was good for tasks like this one is seldom bad: the others are soon passed over. */
  private void weighFavourites(int round, Search search) {
    for (int near = Math.max(0, round - 1); near <= round + 1 && near < rounds.size(); near++) {
      for (int index : favourites[near]) {
        if (index >= 0) {
          weigh(byIndex[index], 0, search);
        }
      }
    }
  }

  private void look(int block, int round, int octave, Search search) {
    if (!harmKnown[block]) {
      harmKnown[block] = true;
      for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
        lookForHarm(views[i]);
      }
      sumUpHarm(block);
      if (search.isBeaten(
          search.roughBound(
              startMillis[block], killed[round][block], steady[block], harm[octave][block]))) {
        return;
      }
    }
    double[] killedIn = killedAt[round];
    double[] harmIn = harmAt[octave];
    for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
      if (!search.isBeaten(search.roughBound(startAt[i], killedIn[i], steadyAt[i], harmIn[i]))) {
        weigh(views[i], harmIn[i], search);
      }
    }
  }

  private static void weigh(View view, double harm, Search search) {
    if (view.odd) {
      search.weigh(view.index, view.stack, search.task.startMillis(view.stack.node));
    } else if (view.startMillis != Room.NEVER) {
      search.weigh(view.index, view.stack, view.startMillis, view.longestRisk, harm);
    }
  }

  private void lookForHarm(View view) {
    if (view.odd || view.startMillis == Room.NEVER) {
      Arrays.fill(harms, 0);
    } else {
      int row = view.stack.row;
      int cores = shortest.need().cores();
      view.stack.leastHarmsMillis(
          drops.row(row),
          cores,
          view.startMillis,
          octavesMillis,
          within(risksAt, row, octavesMillis),
          harms);
    }
    for (int octave = 0; octave < harms.length; octave++) {
      harmAt[octave][view.place] = harms[octave];
    }
  }

  private void sumUpHarm(int block) {
    for (int octave = 0; octave < harms.length; octave++) {
      double least = Double.MAX_VALUE;
      for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
        least = Math.min(least, harmAt[octave][i]);
      }
      harm[octave][block] = least;
    }
  }

  /** Of a row of the drops, the risks within these times; made when first asked for. */
  private double[][] within(double[][][] byRow, int row, long[] millis) {
    if (byRow[row].length == 0) {
      byRow[row] = new double[millis.length][];
      Arrays.setAll(byRow[row], i -> drops.row(row).risks(millis[i]));
    }
    return byRow[row];
  }
}
