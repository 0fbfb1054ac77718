package io.windhover.policies.harvest;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Trait;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.frame.Waiting;
import io.windhover.policies.harvest.match.Node;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * As {@link Capacity}, and every task runs several times at once on different machines; the first
 * to end ends the others (Appendix B.1). Replicas take only what no task that has not begun can
 * use: else, at any load worth the name, they would crowd the first attempts out.
 */
public record Replicate(int replicas) implements Method {
  /** Three, as in Appendix B.1. */
  public static final int REPLICAS = 3;

  @Override
  public String name() {
    return "replicate";
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.REPLICATES));
  }

  @Override
  public int liveAttemptsMax() {
    return replicas;
  }

  /** A task that runs, the machines it runs on, and how many attempts of it are live. */
  private static final class Running {
    final Waiting task;
    final Set<Integer> machines = new TreeSet<>();
    int live;

    Running(Waiting task, int live) {
      this.task = task;
      this.live = live;
    }
  }

  @Override
  public void place(Turn turn) {
    SortedMap<TaskId, Running> tasks = running(turn);
    List<Waiting> waiting = turn.waiting();
    if (tasks.isEmpty() && waiting.isEmpty()) {
      return;
    }
    List<Node> nodes = turn.nodes();
    Capacity.fill(turn, waiting, nodes)
        .forEach(
            (task, machine) -> {
              Running begun = new Running(task, 1);
              begun.machines.add(machine);
              tasks.put(task.id(), begun);
            });
    for (int round = 1; round < replicas; round++) {
      for (Running task : tasks.values()) {
        if (task.live == round) {
          replicate(turn, task, nodes);
        }
      }
    }
  }

  private static SortedMap<TaskId, Running> running(Turn turn) {
    SortedMap<TaskId, Running> tasks = new TreeMap<>();
    for (MachineView machine : turn.world().machines()) {
      for (AttemptView attempt : machine.attempts()) {
        if (!attempt.stopping()) {
          Waiting task = turn.task(attempt);
          int live = attempt.group().liveAttempts(task.index());
          tasks
              .computeIfAbsent(attempt.id().task(), id -> new Running(task, live))
              .machines
              .add(machine.id());
        }
      }
    }
    return tasks;
  }

  private static void replicate(Turn turn, Running running, List<Node> nodes) {
    List<Node> others =
        nodes.stream().filter(node -> !running.machines.contains(node.id())).toList();
    Capacity.fill(turn, List.of(running.task), others)
        .forEach(
            (task, machine) -> {
              running.machines.add(machine);
              running.live++;
            });
  }
}
