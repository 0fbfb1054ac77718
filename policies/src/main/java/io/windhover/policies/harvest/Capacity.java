package io.windhover.policies.harvest;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskId;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.frame.Waiting;
import io.windhover.policies.harvest.match.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Jobs in the order they came, each task on any node with room, as YARN's CapacityScheduler picks:
 * there the next node to report in gets the task, so which one it is has nothing to do with the
 * task. Here the task's number draws it.
 */
public record Capacity() implements Method {
  @Override
  public String name() {
    return "capacity";
  }

  @Override
  public void place(Turn turn) {
    List<Waiting> waiting = turn.waiting();
    if (!waiting.isEmpty()) {
      fill(turn, waiting, turn.nodes());
    }
  }

  /** Starts what finds room; answers where each went. */
  static Map<Waiting, Integer> fill(Turn turn, List<Waiting> waiting, List<Node> nodes) {
    Map<Waiting, Integer> machines = new LinkedHashMap<>();
    // What nobody has room for, nobody will have after others have taken room.
    Set<Need> tooMuch = new LinkedHashSet<>();
    for (Waiting task : waiting) {
      if (tooMuch.contains(task.request().need())) {
        continue;
      }
      List<Node> free = new ArrayList<>();
      for (Node node : nodes) {
        if (fitsNow(task, node)) {
          free.add(node);
        }
      }
      if (free.isEmpty()) {
        tooMuch.add(task.request().need());
      } else {
        Node node = free.get(draw(turn, task, free.size()));
        take(task, node);
        turn.start(task, node.id());
        machines.put(task, node.id());
      }
    }
    return machines;
  }

  /** Whether there is room at this moment; what comes later is none of its business. */
  static boolean fitsNow(Waiting task, Node node) {
    return task.request().startsNow(node);
  }

  static void take(Waiting task, Node node) {
    task.request().claim(node, 0);
  }

  private static int draw(Turn turn, Waiting task, int bound) {
    TaskId id = task.id();
    long entity = id.job() * 1_000_003L + id.index() * 101L;
    int attempt = turn.nextAttempt(task).number();
    return Chance.stream(attempt, "capacity", entity).nextInt(bound);
  }
}
