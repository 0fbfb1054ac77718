package io.windhover.policies.harvest;

import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Trait;
import io.windhover.policies.harvest.frame.Batch;
import io.windhover.policies.harvest.frame.Line;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Knows every change of the machines that are there (section 4.1, "Oracle"). It takes tasks in the
 * same order as the others and puts each where it will end earliest without anything being killed,
 * waiting included, and claims the room it waits for. Of places that are equally early it takes the
 * one whose room would soonest have been of no use to anybody, so that steady room is left to long
 * tasks. A strong rival, not a proven bound.
 *
 * <p>What it places fits beside all else there until it ends, so nothing is ever killed while
 * estimates hold, whatever the kill order.
 */
public record Oracle(Future future) implements Method {
  @Override
  public String name() {
    return "oracle";
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.KNOWS_THE_FUTURE));
  }

  @Override
  public void place(Turn turn) {
    List<Batch> waiting = turn.batches();
    if (waiting.isEmpty()) {
      return;
    }
    List<Node> nodes = turn.nodes();
    nodes.forEach(node -> foresee(turn, node));
    new Line(turn, waiting, nodes).place(batch -> machineFor(batch.request(), nodes));
  }

  private void foresee(Turn turn, Node node) {
    MachineView machine = turn.world().machine(node.id()).orElseThrow();
    int cores = machine.spec().cores();
    Map<Long, Integer> later = future.coresOf(machine).tailMap(turn.nowMillis(), false);
    for (Map.Entry<Long, Integer> change : later.entrySet()) {
      long bytes = change.getValue() == 0 ? -machine.spec().memoryBytes() : 0;
      node.room().change(change.getKey() - turn.nowMillis(), change.getValue() - cores, bytes);
      cores = change.getValue();
    }
  }

  private static int machineFor(Request task, List<Node> nodes) {
    Node best = null;
    long bestStart = Room.NEVER;
    long bestLasts = 0;
    for (Node node : nodes) {
      long start = task.startMillis(node);
      if (start == Room.NEVER || start > bestStart) {
        continue;
      }
      long lasts = node.room().lastsMillis(start, task.need().cores(), task.need().memoryBytes());
      if (isBetter(start, lasts, best, bestStart, bestLasts)) {
        best = node;
        bestStart = start;
        bestLasts = lasts;
      }
    }
    if (best == null) {
      return Line.WAITS;
    }
    task.claim(best, bestStart);
    return bestStart == 0 ? best.id() : Line.WAITS;
  }

  private static boolean isBetter(
      long start, long lasts, @Nullable Node best, long bestStart, long bestLasts) {
    return best == null || start < bestStart || (start == bestStart && lasts < bestLasts);
  }
}
