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
 * of a few round durations are killed: a task is killed at least as often as a shorter one. Nodes
 * that are alike stand together in blocks; where the best of each figure in a block, together, cost
 * more than the best node so far, the whole block is passed over.
 */
final class Lane {
  /** Longer than any task. */
  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  private static final int BLOCK = 16;

  /** Nodes are told apart by so much of a chance, first by how steady they are. */
  private static final int PARTS = 24;

  private static final int MIDDLES = 1 << 19;

  /** Where it does not matter or nobody knows it. */
  private static final double[] NO_HARM = {};

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

    /** By when it has room, how steady it is, what a middling task risks there; then any order. */
    long order() {
      long layer = 64L - Long.numberOfLeadingZeros(startMillis);
      long parts = (layer << 5) + (long) (PARTS * steady);
      long middle = (long) (MIDDLES * killed[killed.length / 2]);
      return (((parts << 20) + middle) << 32) + index;
    }
  }

  private final Request shortest;
  private final Request longest;
  private final Drops drops;
  private final long longestMillis;
  private final Rounds rounds;
  private final Octaves octaves;

  /** By bound of the octaves and row of the drops; empty while nobody has asked. */
  private final double[][][] risksAt;

  private final double[] risks;
  private final View[] byIndex;
  private final View[] views;

  /** By place, close together, what is looked at most; killed by round duration first. */
  private final long[] startAt;

  private final double[] steadyAt;
  private final double[][] killedAt;

  /** Where it matters; below 0 while it is not known. */
  private final double[][] harmAt;

  /** By block, the least of each. */
  private final long[] startMillis;

  private final double[] steady;
  private final double[][] killed;
  private final double[] bounds;

  Lane(Need need, Drops drops, List<Stack> stacks, long longestMillis, boolean newestFirst) {
    this.shortest = new Request(need, 1);
    this.longest = new Request(need, FOR_EVER);
    this.drops = drops;
    this.longestMillis = longestMillis;
    rounds = new Rounds(longestMillis);
    octaves = new Octaves(longestMillis);
    risksAt = new double[octaves.size() + 1][Drops.ROWS][0];
    risks = new double[rounds.size()];
    byIndex = new View[stacks.size()];
    for (int i = 0; i < byIndex.length; i++) {
      byIndex[i] = new View(i, stacks.get(i), rounds.size());
      look(byIndex[i]);
    }
    views = inOrder(byIndex);
    int blocks = (views.length + BLOCK - 1) / BLOCK;
    startAt = new long[views.length];
    steadyAt = new double[views.length];
    killedAt = new double[rounds.size()][views.length];
    harmAt = new double[newestFirst ? 0 : octaves.size()][views.length];
    for (double[] row : harmAt) {
      Arrays.fill(row, -1);
    }
    startMillis = new long[blocks];
    steady = new double[blocks];
    killed = new double[rounds.size()][blocks];
    bounds = new double[blocks];
    for (int i = 0; i < views.length; i++) {
      views[i].place = i;
    }
    for (int block = 0; block < blocks; block++) {
      sumUp(block);
    }
  }

  private static View[] inOrder(View[] byIndex) {
    long[] orders = new long[byIndex.length];
    Arrays.setAll(orders, i -> byIndex[i].order());
    Arrays.sort(orders);
    View[] views = new View[orders.length];
    Arrays.setAll(views, i -> byIndex[(int) orders[i]]);
    return views;
  }

  private void look(View view) {
    Stack stack = view.stack;
    view.startMillis = shortest.startMillis(stack.node);
    view.odd = longest.startMillis(stack.node) != view.startMillis;
    view.steady = 0;
    Arrays.fill(view.killed, 0);
    if (view.odd || view.startMillis == Room.NEVER) {
      return;
    }
    int cores = shortest.need().cores();
    view.longestRisk = stack.risk(drops, cores, view.startMillis, longestMillis);
    view.steady = Chances.survivesLeast(view.longestRisk);
    stack.risks(drops, cores, view.startMillis, rounds.millis(), risks);
    for (int round = 0; round < risks.length; round++) {
      view.killed[round] = Chances.killedLeast(risks[round]);
    }
  }

  private void sumUp(int block) {
    startMillis[block] = Room.NEVER;
    steady[block] = 1;
    for (double[] row : killed) {
      row[block] = 1;
    }
    for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
      View view = views[i];
      startAt[i] = view.startMillis;
      steadyAt[i] = view.steady;
      startMillis[block] = Math.min(startMillis[block], view.startMillis);
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
    sumUp(view.place / BLOCK);
    for (double[] row : harmAt) {
      row[view.place] = -1;
    }
  }

  /** Weighs every node that could be the best. */
  void search(Search search) {
    int round = rounds.upTo(search.task.durationMillis());
    int lowest = -1;
    for (int block = 0; block < bounds.length; block++) {
      bounds[block] =
          startMillis[block] == Room.NEVER
              ? Double.MAX_VALUE
              : search.bound(startMillis[block], killed[round][block], steady[block]);
      lowest = lowest < 0 || bounds[block] < bounds[lowest] ? block : lowest;
    }
    if (lowest < 0) {
      return;
    }
    look(lowest, round, search);
    for (int block = 0; block < bounds.length; block++) {
      if (block != lowest && !search.isBeaten(bounds[block])) {
        look(block, round, search);
      }
    }
  }

  private void look(int block, int round, Search search) {
    double[] killedIn = killedAt[round];
    int octave = octaves.of(search.task.durationMillis());
    double[] harmIn = octave < harmAt.length ? harmAt[octave] : NO_HARM;
    for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
      // What is not known yet is below 0.
      double harm = harmIn.length == 0 ? 0 : Math.max(0, harmIn[i]);
      if (startAt[i] == Room.NEVER
          || search.isBeaten(search.bound(startAt[i], killedIn[i], steadyAt[i], harm))) {
        continue;
      }
      View view = views[i];
      if (view.odd) {
        search.weigh(view.index, view.stack, search.task.startMillis(view.stack.node));
        continue;
      }
      if (harmIn.length > 0 && harmIn[i] < 0) {
        harm = leastHarm(view, octave);
        harmIn[i] = harm;
        if (search.isBeaten(search.bound(startAt[i], killedIn[i], steadyAt[i], harm))) {
          continue;
        }
      }
      search.weigh(view.index, view.stack, view.startMillis, view.longestRisk, harm);
    }
  }

  private double leastHarm(View view, int octave) {
    int row = view.stack.row();
    return view.stack.leastHarmMillis(
        drops.row(row),
        shortest.need().cores(),
        view.startMillis,
        octaves.leastMillis(octave),
        octaves.mostMillis(octave),
        risksAt(row, octaves.leastMillis(octave), octave),
        risksAt(row, octaves.mostMillis(octave), octave + 1));
  }

  private double[] risksAt(int row, long millis, int bound) {
    if (risksAt[bound][row].length == 0) {
      risksAt[bound][row] = drops.row(row).risks(millis);
    }
    return risksAt[bound][row];
  }
}
