package io.windhover.policies.bag.frugal;

import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code bag} remembers: which offers were refused lately, how long tasks of a kind took, and
 * counts for people; and what spares it looking at everything at every step. It is advanced in
 * place. The order of waiting tasks is only a faster way to look at the world: made anew when it is
 * lost, it is the same.
 */
public final class BagMemory implements Chronicle {
  /** A task that nobody can say anything about is taken to last this long. */
  private static final long GUESS_MILLIS = 600_000;

  final SortedMap<String, Long> closedUntilMillis = new TreeMap<>();

  /** Machines that were asked for, by id, with their offers: a refusal names only the machine. */
  final SortedMap<Integer, String> requested = new TreeMap<>();

  /** What {@link Standby} has promised to machines on demand. */
  final List<PromisedQueue> standby = new ArrayList<>();

  private final SortedMap<String, Long> longestMillis = new TreeMap<>();
  private final SortedMap<String, Long> tallies = new TreeMap<>();
  private final List<Mark> marks = new ArrayList<>();
  private final WaitingTasks waiting = new WaitingTasks();
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
    return chained.computeIfAbsent(
        job.id(), id -> job.spec().groups().stream().anyMatch(group -> !group.after().isEmpty()));
  }

  void took(String kind, long ranMillis) {
    Long before = longestMillis.get(kind);
    if (before == null || before < ranMillis) {
      longestMillis.put(kind, ranMillis);
      waiting.learned();
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
    return marks;
  }

  @Override
  public String encoded() {
    StringBuilder text = new StringBuilder();
    line(text, 'd', onDemandInUse ? 1 : 0, "on-demand machines in use");
    line(text, 'g', longTasks ? 1 : 0, "long tasks");
    closedUntilMillis.forEach((offer, until) -> line(text, 'c', until, offer));
    requested.forEach((machine, offer) -> line(text, 'r', machine, offer));
    standby.forEach(queue -> line(text, 's', queue.machine, queue.encoded()));
    longestMillis.forEach((kind, millis) -> line(text, 'l', millis, kind));
    tallies.forEach((what, count) -> line(text, 't', count, what));
    marks.forEach(mark -> line(text, 'm', mark.atMillis(), mark.machine() + " " + mark.name()));
    return text.toString();
  }

  private static void line(StringBuilder text, char what, long number, String name) {
    text.append(what).append(number).append(' ').append(name.replace('\n', ' ')).append('\n');
  }

  static BagMemory decoded(String encoded) {
    BagMemory memory = new BagMemory();
    encoded
        .lines()
        .forEach(
            line -> {
              int space = line.indexOf(' ');
              long number = Long.parseLong(line, 1, space, 10);
              String name = line.substring(space + 1);
              switch (line.charAt(0)) {
                case 'd' -> memory.onDemandInUse = number == 1;
                case 'g' -> memory.longTasks = number == 1;
                case 'c' -> memory.closedUntilMillis.put(name, number);
                case 'r' -> memory.requested.put((int) number, name);
                case 's' -> memory.standby.add(PromisedQueue.decoded((int) number, name));
                case 'l' -> memory.longestMillis.put(name, number);
                case 't' -> memory.tallies.put(name, number);
                default -> {
                  int gap = name.indexOf(' ');
                  int machine = Integer.parseInt(name, 0, gap, 10);
                  memory.mark(name.substring(gap + 1), machine, number);
                }
              }
            });
    return memory;
  }
}
