package io.windhover.policies.bag.frugal;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import io.windhover.core.policy.RecentMarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code bag} remembers: which offers were refused lately, how long tasks of a kind took, and
 * counts for people; and what spares it looking at everything at every step. It is advanced in
 * place. The order of waiting tasks is only a faster way to look at the world: made anew when it is
 * lost, it is the same.
 */
public final class BagMemory implements Chronicle {
  public static final String POLICY = "bag";

  private static final int FORM = 1;

  /** A task that nobody can say anything about is taken to last this long. */
  private static final long GUESS_MILLIS = 600_000;

  /** Of more kinds of tasks nothing is remembered but of the newest: names may tell of the day. */
  private static final int KINDS_MAX = 1_000;

  private static final int JOBS_MAX = 1_000;

  final SortedMap<String, Long> closedUntilMillis = new TreeMap<>();

  /** Machines that were asked for, by id, with their offers: a refusal names only the machine. */
  final SortedMap<Integer, String> requested = new TreeMap<>();

  /** What {@link Standby} has promised to machines on demand. */
  final List<PromisedQueue> standby = new ArrayList<>();

  /** By kind of task, in the order in which kinds were first seen. */
  private final Map<String, Long> longestMillis = new LinkedHashMap<>();

  private final SortedMap<String, Long> tallies = new TreeMap<>();
  private final RecentMarks marks = new RecentMarks();
  private final WaitingTasks waiting = new WaitingTasks();

  /** Of jobs that were asked about lately; looked up in the world again when it is not here. */
  private final SortedMap<Integer, Boolean> chained = new TreeMap<>();

  /** Whether the last look at all machines found on-demand ones; true until there was one. */
  boolean onDemandInUse = true;

  /** Whether a task was started that is long enough for checkpoints of its own; true if unsure. */
  boolean longTasks = true;

  WaitingTasks waiting() {
    return waiting;
  }

  /** Whether groups of this job wait for others. */
  boolean isChained(JobView job) {
    if (chained.size() >= JOBS_MAX) {
      chained.clear();
    }
    return chained.computeIfAbsent(
        job.id(), id -> job.spec().groups().stream().anyMatch(group -> !group.after().isEmpty()));
  }

  void took(String kind, long ranMillis) {
    Long before = longestMillis.get(kind);
    if (before == null || before < ranMillis) {
      learn(kind, ranMillis);
      waiting.learned();
    }
  }

  private void learn(String kind, long ranMillis) {
    longestMillis.put(kind, ranMillis);
    if (longestMillis.size() > KINDS_MAX) {
      longestMillis.remove(longestMillis.keySet().iterator().next());
    }
  }

  /** The longest of its kind and half as much again. */
  long guessMillis(String kind) {
    Long longest = longestMillis.get(kind);
    return longest == null ? GUESS_MILLIS : longest + longest / 2;
  }

  void count(String what) {
    tallies.merge(what, 1L, Long::sum);
  }

  void mark(String name, int machine, long atMillis) {
    marks.add(new Mark(name, machine, atMillis));
  }

  @Override
  public SortedMap<String, Long> tallies() {
    return tallies;
  }

  @Override
  public List<Mark> marks() {
    return marks.all();
  }

  @Override
  public String encoded() {
    MemoryWriter text = new MemoryWriter(POLICY, FORM);
    text.line("state", onDemandInUse, longTasks);
    closedUntilMillis.forEach((offer, until) -> text.line("closed", offer, until));
    requested.forEach((machine, offer) -> text.line("requested", machine, offer));
    for (PromisedQueue queue : standby) {
      text.line("standby", queue.offer, queue.machine);
      queue.tasks.forEach(task -> text.and(task.job(), task.index()));
    }
    longestMillis.forEach((kind, millis) -> text.line("longest", kind, millis));
    tallies.forEach((what, count) -> text.line("tally", what, count));
    marks.all().forEach(mark -> text.line("mark", mark.name(), mark.machine(), mark.atMillis()));
    return text.text();
  }

  public static Memory recalled(String encoded) {
    BagMemory memory = new BagMemory();
    return MemoryReader.read(encoded, POLICY, FORM, memory::take) ? memory : Memory.NONE;
  }

  private void take(MemoryReader line) {
    switch (line.kind()) {
      case "state" -> {
        onDemandInUse = line.nextBoolean();
        longTasks = line.nextBoolean();
      }
      case "closed" -> closedUntilMillis.put(line.nextText(), line.nextLong());
      case "requested" -> requested.put(line.nextInt(), line.nextText());
      case "standby" -> {
        PromisedQueue queue = new PromisedQueue(line.nextText(), line.nextInt());
        while (line.hasNext()) {
          queue.tasks.add(new TaskId(line.nextInt(), line.nextInt()));
        }
        standby.add(queue);
      }
      case "longest" -> learn(line.nextText(), line.nextLong());
      case "tally" -> tallies.put(line.nextText(), line.nextLong());
      case "mark" -> mark(line.nextText(), line.nextInt(), line.nextLong());
      default -> throw line.unknown();
    }
  }
}
