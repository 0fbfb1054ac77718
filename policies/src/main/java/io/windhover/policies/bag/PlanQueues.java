package io.windhover.policies.bag;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is still to run on which machine, and which offers were refused of late. It is changed in
 * place.
 */
final class PlanQueues implements Memory {
  /** What a machine is still to run, in order. */
  private record Queue(String offer, Deque<TaskId> tasks) {}

  private static final int FORM = 1;

  private final String policy;
  private final SortedMap<Integer, Queue> queues = new TreeMap<>();
  private final SortedMap<String, Long> shutUntilMillis = new TreeMap<>();

  PlanQueues(String policy) {
    this.policy = policy;
  }

  @Override
  public String encoded() {
    MemoryWriter text = new MemoryWriter(policy, FORM);
    queues.forEach(
        (machine, queue) -> {
          text.line("queue", machine, queue.offer());
          queue.tasks().forEach(task -> text.and(task.job(), task.index()));
        });
    shutUntilMillis.forEach((offer, until) -> text.line("shut", offer, until));
    return text.text();
  }

  static Memory recalled(String policy, String encoded) {
    PlanQueues queues = new PlanQueues(policy);
    return MemoryReader.read(encoded, policy, FORM, queues::take) ? queues : Memory.NONE;
  }

  private void take(MemoryReader line) {
    switch (line.kind()) {
      case "queue" -> {
        int machine = line.nextInt();
        open(machine, line.nextText());
        while (line.hasNext()) {
          add(machine, new TaskId(line.nextInt(), line.nextInt()));
        }
      }
      case "shut" -> shutUntilMillis.put(line.nextText(), line.nextLong());
      default -> throw line.unknown();
    }
  }

  void open(int machine, String offer) {
    queues.put(machine, new Queue(offer, new ArrayDeque<>()));
  }

  /** The machine must have a queue. */
  void add(int machine, TaskId task) {
    queueOf(machine).tasks().add(task);
  }

  boolean has(int machine) {
    return queues.containsKey(machine);
  }

  List<Integer> machines() {
    return List.copyOf(queues.keySet());
  }

  /** The machine must have a queue. */
  Deque<TaskId> tasks(int machine) {
    return queueOf(machine).tasks();
  }

  private Queue queueOf(int machine) {
    Queue queue = queues.get(machine);
    if (queue == null) {
      throw new IllegalArgumentException("machine " + machine + " has no queue");
    }
    return queue;
  }

  void close(int machine) {
    queues.remove(machine);
  }

  SortedSet<TaskId> all() {
    SortedSet<TaskId> all = new TreeSet<>();
    queues.values().forEach(queue -> all.addAll(queue.tasks()));
    return all;
  }

  /** A launch was refused: its offer is left alone for a while. */
  void refused(int machine, long untilMillis) {
    Queue queue = queues.get(machine);
    if (queue != null) {
      shutUntilMillis.put(queue.offer(), untilMillis);
    }
  }

  boolean isShut(String offer, long nowMillis) {
    return shutUntilMillis.getOrDefault(offer, 0L) > nowMillis;
  }

  /** When the next refused offer may be asked for again; forgets those that may be already. */
  List<Long> reopenings(long nowMillis) {
    shutUntilMillis.values().removeIf(until -> until <= nowMillis);
    return new ArrayList<>(shutUntilMillis.values());
  }
}
