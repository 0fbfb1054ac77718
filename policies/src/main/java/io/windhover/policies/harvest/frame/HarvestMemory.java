package io.windhover.policies.harvest.frame;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
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

  private static final int FORM = 1;

  private final String policy;
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

  HarvestMemory(String policy, long windowMillis) {
    this.policy = policy;
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
    MemoryWriter text = new MemoryWriter(policy, FORM);
    text.line("state", windowMillis, epochAtMillis, launches, trimmedAtMillis);
    history.write(text);
    runtimes.write(text);
    lastChanges.forEach(
        (machine, last) ->
            text.line("machine", machine, last.cores(), last.atMillis(), last.change()));
    logs.forEach((machine, log) -> log.write(text.line("log", machine)));
    givenBack.forEach(machine -> text.line("back", machine));
    wakes.forEach(wake -> text.line("wake", wake));
    ranAtCheckpoint.forEach(
        (id, ran) -> text.line("safe", id.task().job(), id.task().index(), id.number(), ran));
    return text.text();
  }

  /** Of what was kept over another window nothing is recalled. */
  static Memory recalled(String policy, long windowMillis, String encoded) {
    HarvestMemory memory = new HarvestMemory(policy, windowMillis);
    return MemoryReader.read(encoded, policy, FORM, memory::take) ? memory : Memory.NONE;
  }

  private void take(MemoryReader line) {
    switch (line.kind()) {
      case "state" -> {
        if (line.nextLong() != windowMillis) {
          throw line.unknown();
        }
        epochAtMillis = line.nextLong();
        launches = line.nextLong();
        trimmedAtMillis = line.nextLong();
      }
      case History.CHANGE, History.SHRINK -> history.take(line);
      case Runtimes.TOOK -> runtimes.take(line);
      case "machine" ->
          lastChanges.put(
              line.nextInt(),
              new LastChange(line.nextInt(), line.nextLong(), Change.valueOf(line.nextText())));
      case "log" -> logs.put(line.nextInt(), CoreLog.of(line));
      case "back" -> givenBack.add(line.nextInt());
      case "wake" -> wakes.add(line.nextLong());
      case "safe" -> {
        TaskId task = new TaskId(line.nextInt(), line.nextInt());
        ranAtCheckpoint.put(new AttemptId(task, line.nextInt()), line.nextLong());
      }
      default -> throw line.unknown();
    }
  }
}
