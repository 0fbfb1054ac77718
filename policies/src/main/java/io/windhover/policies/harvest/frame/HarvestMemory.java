package io.windhover.policies.harvest.frame;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Memory;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a harvest policy remembers; it is changed in place, once for each batch. Its size is bounded
 * by the machines there are and {@link io.windhover.policies.harvest.predict.Spans#SAMPLES_MAX}.
 */
public final class HarvestMemory implements Memory {
  private final long windowMillis;
  final History history;
  final Runtimes runtimes = new Runtimes();

  /** By machine. */
  final TreeMap<Integer, LastChange> lastChanges = new TreeMap<>();

  /** Moments at which the policy has asked to be woken. */
  final TreeSet<Long> wakes = new TreeSet<>();

  /** Of attempts that have written a checkpoint: how long they had run when it was safe. */
  final TreeMap<AttemptId, Long> ranAtCheckpoint = new TreeMap<>();

  HarvestMemory(long windowMillis) {
    this.windowMillis = windowMillis;
    this.history = new History(windowMillis);
  }

  @Override
  public String encoded() {
    StringBuilder text = new StringBuilder();
    text.append("window ").append(windowMillis).append('\n');
    text.append("history ").append(history.encoded()).append('\n');
    runtimes.encode(text);
    lastChanges.forEach(
        (machine, last) -> {
          text.append("machine ").append(machine).append(' ').append(last.cores());
          text.append(' ').append(last.atMillis());
          text.append(last.change() == Change.GREW ? " grew\n" : " shrank\n");
        });
    wakes.forEach(wake -> text.append("wake ").append(wake).append('\n'));
    ranAtCheckpoint.forEach(
        (id, ran) -> {
          text.append("safe ").append(id.task().job()).append(' ').append(id.task().index());
          text.append(' ').append(id.number()).append(' ').append(ran).append('\n');
        });
    return text.toString();
  }

  static Memory recalled(String encoded) {
    if (encoded.isEmpty()) {
      return Memory.NONE;
    }
    String[] lines = encoded.split("\n", -1);
    HarvestMemory memory = new HarvestMemory(Long.parseLong(rest(lines[0])));
    for (String line : lines) {
      if (!line.isEmpty()) {
        memory.read(line.substring(0, line.indexOf(' ')), rest(line));
      }
    }
    return memory;
  }

  private static String rest(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }

  private void read(String what, String rest) {
    switch (what) {
      case "history" -> history.read(rest);
      case "took" -> runtimes.read(rest);
      case "wake" -> wakes.add(Long.parseLong(rest));
      case "machine" -> {
        String[] words = rest.split(" ", -1);
        lastChanges.put(
            Integer.parseInt(words[0]),
            new LastChange(
                Integer.parseInt(words[1]),
                Long.parseLong(words[2]),
                words[3].equals("grew") ? Change.GREW : Change.SHRANK));
      }
      case "safe" -> {
        String[] words = rest.split(" ", -1);
        TaskId task = new TaskId(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
        ranAtCheckpoint.put(
            new AttemptId(task, Integer.parseInt(words[2])), Long.parseLong(words[3]));
      }
      default -> {}
    }
  }
}
