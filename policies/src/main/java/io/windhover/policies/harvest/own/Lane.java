package io.windhover.policies.harvest.own;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.Scale;
import java.util.Arrays;
import java.util.Comparator;
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

  /** Round durations are 0, 1, 2, 3, 4, 6, 8, 12 and so on of these. */
  private static final long ROUND_MILLIS = 60_000;

  private static final Scale ROUNDS = new Scale(1);

  /** Nodes are told apart by so much of a chance, first by how steady they are. */
  private static final int PARTS = 24;

  private static final class View {
    final int index;
    final Stack stack;
    final double[] killed;
    long startMillis;
    double steady;

    /** Whether the room comes and goes: when it can be had depends on how long the task is. */
    boolean odd;

    int place;

    View(int index, Stack stack, int rounds) {
      this.index = index;
      this.stack = stack;
      this.killed = new double[rounds];
    }

    int layer() {
      return 64 - Long.numberOfLeadingZeros(startMillis);
    }

    double middle() {
      return killed[killed.length / 2];
    }
  }

  private final Request shortest;
  private final Request longest;
  private final Drops drops;
  private final long longestMillis;
  private final long[] roundMillis;
  private final View[] byIndex;
  private final View[] views;

  /** By place, close together, what is looked at most; killed by round duration first. */
  private final long[] startAt;

  private final double[] steadyAt;
  private final double[][] killedAt;

  /** By block, the least of each. */
  private final long[] startMillis;

  private final double[] steady;
  private final double[][] killed;
  private final double[] bounds;

  Lane(Need need, Drops drops, List<Stack> stacks, long longestMillis) {
    this.shortest = new Request(need, 1);
    this.longest = new Request(need, FOR_EVER);
    this.drops = drops;
    this.longestMillis = longestMillis;
    int rounds = round(longestMillis) + 1;
    roundMillis = new long[rounds];
    Arrays.setAll(roundMillis, round -> ROUND_MILLIS * ROUNDS.leastMillis(round));
    byIndex = new View[stacks.size()];
    for (int i = 0; i < byIndex.length; i++) {
      byIndex[i] = new View(i, stacks.get(i), rounds);
      look(byIndex[i]);
    }
    views = byIndex.clone();
    Arrays.sort(
        views,
        Comparator.comparingInt(View::layer)
            .thenComparingInt(view -> (int) (PARTS * view.steady))
            .thenComparingDouble(View::middle));
    int blocks = (views.length + BLOCK - 1) / BLOCK;
    startAt = new long[views.length];
    steadyAt = new double[views.length];
    killedAt = new double[rounds][views.length];
    startMillis = new long[blocks];
    steady = new double[blocks];
    killed = new double[rounds][blocks];
    bounds = new double[blocks];
    for (int i = 0; i < views.length; i++) {
      views[i].place = i;
    }
    for (int block = 0; block < blocks; block++) {
      sumUp(block);
    }
  }

  /** The longest round duration that is not longer. */
  private static int round(long durationMillis) {
    return ROUNDS.key(durationMillis / ROUND_MILLIS);
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
    view.steady = stack.survives(drops, cores, view.startMillis, longestMillis);
    stack.killed(drops, cores, view.startMillis, roundMillis, view.killed);
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
    look(byIndex[index]);
    sumUp(byIndex[index].place / BLOCK);
  }

  /** Weighs every node that could be the best. */
  void search(Search search) {
    int round = Math.min(round(search.task.durationMillis()), killed.length - 1);
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
    for (int i = BLOCK * block; i < Math.min(views.length, BLOCK * (block + 1)); i++) {
      if (startAt[i] == Room.NEVER
          || search.isBeaten(search.bound(startAt[i], killedAt[round][i], steadyAt[i]))) {
        continue;
      }
      View view = views[i];
      if (view.odd) {
        search.weigh(view.index, view.stack, search.task.startMillis(view.stack.node));
      } else {
        search.weigh(view.index, view.stack, view.startMillis, view.steady);
      }
    }
  }
}
