package io.windhover.policies.harvest.match;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.MatchMaker.Choice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Many tasks matched with the same nodes, one after the other. Each goes where {@link MatchMaker}
 * would have sent it after looking at every node, but only nodes that could be the best are looked
 * at: those on which room was claimed in this pass, and cells of a {@link Shelf} whose bound is not
 * above the best so far.
 */
public final class Pass {
  /** Bounds are sums in another order; they may be off by some last digits. */
  private static final double ROUNDING = 1 - 1e-9;

  private final Outlook outlook;
  private final List<Node> nodes;
  private final boolean[] claimed;
  private final TreeSet<Integer> claimedNodes = new TreeSet<>();
  private final Map<Need, Shelf> shelves = new LinkedHashMap<>();

  public Pass(Outlook outlook, List<Node> nodes) {
    this.outlook = outlook;
    this.nodes = nodes;
    this.claimed = new boolean[nodes.size()];
  }

  /** The best node for the task, its room claimed; empty when no node can ever take it. */
  public Optional<Choice> match(Request task) {
    Search search = new Search(task);
    Shelf shelf = shelves.computeIfAbsent(task.need(), need -> new Shelf(need, nodes));
    shelf.odd.forEach(search::look);
    claimedNodes.forEach(search::look);
    search.look(shelf);
    Choice best = search.best;
    if (best != null) {
      task.claim(best.node(), best.startMillis());
      claimed[search.bestIndex] = true;
      claimedNodes.add(search.bestIndex);
    }
    return Optional.ofNullable(best);
  }

  private final class Search {
    final Request task;
    final Expectation expectation;
    @Nullable Choice best;
    int bestIndex = -1;

    Search(Request task) {
      this.task = task;
      this.expectation = new Expectation(outlook, task.durationMillis());
    }

    private double limit() {
      return best == null ? Double.MAX_VALUE : best.expectedMillis();
    }

    void look(int index) {
      long start = task.startMillis(nodes.get(index));
      if (start != Room.NEVER && start + task.durationMillis() <= limit()) {
        weigh(index, start);
      }
    }

    /** The cell with the lowest bound first: the limit it sets spares most of the others. */
    void look(Shelf shelf) {
      double[] losses = new double[shelf.cells.size()];
      int lowest = -1;
      double lowestBound = Double.MAX_VALUE;
      for (int i = 0; i < losses.length; i++) {
        Shelf.Cell cell = shelf.cells.get(i);
        losses[i] =
            ROUNDING
                * expectation.leastLossMillis(
                    cell.last, cell.stillLeastMillis, cell.stillMostMillis);
        double bound = losses[i] + cell.places.get(0).startMillis();
        if (bound < lowestBound) {
          lowest = i;
          lowestBound = bound;
        }
      }
      if (lowest >= 0) {
        look(shelf.cells.get(lowest), losses[lowest]);
      }
      for (int i = 0; i < losses.length; i++) {
        if (i != lowest) {
          look(shelf.cells.get(i), losses[i]);
        }
      }
    }

    private void look(Shelf.Cell cell, double leastLoss) {
      double least = ROUNDING * task.durationMillis() + leastLoss;
      for (Shelf.Place place : cell.places) {
        if (place.startMillis() + least > limit()) {
          return;
        }
        if (!claimed[place.index()]) {
          weigh(place.index(), place.startMillis());
        }
      }
    }

    private void weigh(int index, long start) {
      Node node = nodes.get(index);
      double expected = expectation.millis(node.last(), start, node.elapsedMillis());
      if (MatchMaker.isBetter(expected, node, best)) {
        best = new Choice(node, start, expected);
        bestIndex = index;
      }
    }
  }
}
