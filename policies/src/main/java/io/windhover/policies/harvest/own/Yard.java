package io.windhover.policies.harvest.own;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.predict.Drops;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes of one decision of {@link Harvest}. Each task goes where looking at every node would
 * have sent it. The first of a need look at every node; when more come, a {@link Lane} is sorted
 * for them.
 */
public final class Yard {
  /** For fewer tasks a lane is not worth sorting. */
  private static final int SCANS = 1;

  /** With fewer nodes than this a look at all of them is as quick as any. */
  private static final int FEW = 64;

  /** With fewer nodes than this a first glance at all of them costs more than it spares. */
  private static final int GLANCES = 512;

  /** Where a task goes. */
  public record Choice(Node node, long startMillis) {}

  private final Drops drops;
  private final Harvest.Weights weights;
  private final boolean newestFirst;
  private final long longestMillis;
  private final int scans;
  private final int glancesFrom;
  private final List<Stack> stacks = new ArrayList<>();
  private final Glances glances;
  private final Map<Need, Integer> seen = new LinkedHashMap<>();
  private final Map<Need, Lane> lanes = new LinkedHashMap<>();

  /**
   * @param newestFirst whether a shrink kills the newest first
   * @param longestMillis how long the longest task takes that has to be thought of
   */
  public Yard(Drops drops, Harvest.Weights weights, boolean newestFirst, long longestMillis) {
    this(drops, weights, newestFirst, longestMillis, SCANS, GLANCES);
  }

  Yard(
      Drops drops,
      Harvest.Weights weights,
      boolean newestFirst,
      long longestMillis,
      int scans,
      int glancesFrom) {
    this.drops = drops;
    this.weights = weights;
    this.newestFirst = newestFirst;
    this.longestMillis = longestMillis;
    this.scans = scans;
    this.glancesFrom = glancesFrom;
    this.glances = new Glances(drops, newestFirst, longestMillis);
  }

  /** A node that nothing runs on yet; all nodes come before the first task. */
  public void add(Node node, int cores) {
    glances.catchUp(stacks);
    stacks.add(new Stack(node, cores, drops.multiple(node.id()), newestFirst));
  }

  /** A task that runs on the node that came last. */
  public void occupy(int cores, long leftMillis, long ranMillis) {
    stacks.get(stacks.size() - 1).add(new Stack.Occupant(cores, leftMillis, ranMillis));
  }

  /**
   * The best node for the task, its room claimed; empty when no node can ever take it.
   *
   * @param targetMillis when its job will be done at best
   */
  public Optional<Choice> place(Request task, long targetMillis) {
    glances.catchUp(stacks);
    Terms terms = new Terms(weights, task.durationMillis(), targetMillis);
    Search search = new Search(task, terms, drops, longestMillis);
    boolean scan = seen.merge(task.need(), 1, Integer::sum) <= scans;
    if (scan || (stacks.size() < FEW && scans > 0)) {
      if (stacks.size() >= glancesFrom) {
        glances.search(search, stacks);
      } else {
        search.scan(stacks);
      }
    } else {
      lanes
          .computeIfAbsent(
              task.need(), need -> new Lane(need, drops, stacks, longestMillis, newestFirst))
          .search(search);
    }
    Stack best = search.best();
    if (best == null) {
      return Optional.empty();
    }
    claim(task, best, search.bestStartMillis());
    glances.look(search.bestIndex(), best);
    lanes.values().forEach(lane -> lane.update(search.bestIndex()));
    return Optional.of(new Choice(best.node, search.bestStartMillis()));
  }

  private static void claim(Request task, Stack stack, long startMillis) {
    task.claim(stack.node, startMillis);
    long end = startMillis + task.durationMillis();
    stack.add(new Stack.Occupant(task.need().cores(), end, 0));
  }
}
