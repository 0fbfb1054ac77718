package io.windhover.policies.bag;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Memory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is still to run on which machine, and which offers were refused of late. */
final class PlanQueues implements Memory {
  /** What a machine is still to run, in order. */
  private record Queue(String offer, Deque<TaskId> tasks) {}

  private final SortedMap<Integer, Queue> queues = new TreeMap<>();
  private final SortedMap<String, Long> shutUntilMillis = new TreeMap<>();

  static PlanQueues recalled(String encoded) {
    PlanQueues memory = new PlanQueues();
    for (String line : encoded.split("\n", -1)) {
      String[] parts = line.split(" ", 4);
      if (parts[0].equals("shut")) {
        memory.shutUntilMillis.put(line.split(" ", 3)[2], Long.parseLong(parts[1]));
      } else if (parts[0].equals("queue")) {
        int machine = Integer.parseInt(parts[1]);
        memory.open(machine, parts[3]);
        if (!parts[2].equals("-")) {
          for (String task : parts[2].split(",", -1)) {
            String[] numbers = task.split("/", -1);
            memory.add(
                machine, new TaskId(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
          }
        }
      }
    }
    return memory;
  }

  @Override
  public String encoded() {
    StringBuilder text = new StringBuilder();
    queues.forEach(
        (machine, queue) -> {
          List<String> tasks = queue.tasks().stream().map(TaskId::toString).toList();
          text.append("queue ").append(machine).append(' ');
          text.append(tasks.isEmpty() ? "-" : String.join(",", tasks));
          text.append(' ').append(queue.offer()).append('\n');
        });
    shutUntilMillis.forEach(
        (offer, until) ->
            text.append("shut ").append(until).append(' ').append(offer).append('\n'));
    return text.toString();
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
