package io.windhover.policies.harvest.frame;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Memory;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.CoreLog;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.History;
import java.util.Iterator;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a harvest policy remembers; it is changed in place, once for each batch. Its size is bounded
 * by the machines there are and {@link io.windhover.policies.harvest.predict.Spans#SAMPLES_MAX}.
 */
public final class HarvestMemory implements Memory {
  /** Logs of machines that are gone are let go beyond this many. */
  private static final int LOGS_MAX = 16_384;

  private static final long DROPS_EVERY_MILLIS = 600_000;

  private final long windowMillis;
  final History history;
  final Runtimes runtimes = new Runtimes();

  /** By machine. */
  final TreeMap<Integer, LastChange> lastChanges = new TreeMap<>();

  /** By machine: its cores over the window. */
  final TreeMap<Integer, CoreLog> logs = new TreeMap<>();

  /** Machines that were given back; nothing more is known of them from the next round on. */
  private final TreeSet<Integer> givenBack = new TreeSet<>();

  /** The round moment for which logs were last let go. */
  private long trimmedAtMillis = -1;

  /** What follows from the logs before the last round moment; made again when it is lost. */
  private @Nullable Drops drops;

  private long dropsAtMillis = -1;

  /** When the acquirer acts next; -1 while there is no work. */
  long epochAtMillis = -1;

  /** How many machines were asked for, for offers to be taken in turn. */
  long launches;

  /** Moments at which the policy has asked to be woken. */
  final TreeSet<Long> wakes = new TreeSet<>();

  /** Of attempts that have written a checkpoint: how long they had run when it was safe. */
  final TreeMap<AttemptId, Long> ranAtCheckpoint = new TreeMap<>();

  HarvestMemory(long windowMillis) {
    this.windowMillis = windowMillis;
    this.history = new History(windowMillis);
  }

  /**
   * The table of drops as of the last round moment. Nothing older than that is let go before the
   * next one, so whoever has only the text of this memory makes the same table at any moment.
   */
  Drops drops(long nowMillis) {
    long roundMillis = roundMillis(nowMillis);
    Drops known = drops;
    if (known == null || dropsAtMillis != roundMillis) {
      known = Drops.of(logs, roundMillis, windowMillis);
      drops = known;
      dropsAtMillis = roundMillis;
    }
    return known;
  }

  private static long roundMillis(long nowMillis) {
    return nowMillis - Math.floorMod(nowMillis, DROPS_EVERY_MILLIS);
  }

  /** Lets go, once in a round, what is older than the window and who was given back. */
  void trim(long nowMillis) {
    long roundMillis = roundMillis(nowMillis);
    if (trimmedAtMillis == roundMillis) {
      return;
    }
    trimmedAtMillis = roundMillis;
    logs.keySet().removeAll(givenBack);
    givenBack.clear();
    logs.values().removeIf(log -> log.endedBefore(roundMillis - windowMillis));
    logs.values().forEach(log -> log.forget(roundMillis - windowMillis));
    Iterator<CoreLog> oldestFirst = logs.values().iterator();
    for (int tooMany = logs.size() - LOGS_MAX; tooMany > 0 && oldestFirst.hasNext(); ) {
      if (oldestFirst.next().endedBefore(roundMillis)) {
        oldestFirst.remove();
        tooMany--;
      }
    }
  }

  /** One that was taken away has fallen as far as can be, and its log stays to tell of it. */
  void wasTaken(int machine) {
    lastChanges.remove(machine);
  }

  /** What would have become of it nobody will know. */
  void wasGivenBack(int machine) {
    lastChanges.remove(machine);
    if (logs.containsKey(machine)) {
      givenBack.add(machine);
    }
  }

  @Override
  public String encoded() {
    StringBuilder text = new StringBuilder();
    text.append("window ").append(windowMillis).append('\n');
    text.append("history ").append(history.encoded()).append('\n');
    text.append("epoch ").append(epochAtMillis).append('\n');
    text.append("launches ").append(launches).append('\n');
    text.append("trimmed ").append(trimmedAtMillis).append('\n');
    runtimes.encode(text);
    lastChanges.forEach(
        (machine, last) -> {
          text.append("machine ").append(machine).append(' ').append(last.cores());
          text.append(' ').append(last.atMillis());
          text.append(last.change() == Change.GREW ? " grew\n" : " shrank\n");
        });
    logs.forEach(
        (machine, log) ->
            text.append("log ").append(machine).append(' ').append(log.encoded()).append('\n'));
    givenBack.forEach(machine -> text.append("back ").append(machine).append('\n'));
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
      case "log" -> {
        int space = rest.indexOf(' ');
        logs.put(Integer.parseInt(rest, 0, space, 10), CoreLog.read(rest.substring(space + 1)));
      }
      case "back" -> givenBack.add(Integer.parseInt(rest));
      case "trimmed" -> trimmedAtMillis = Long.parseLong(rest);
      case "epoch" -> epochAtMillis = Long.parseLong(rest);
      case "launches" -> launches = Long.parseLong(rest);
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
