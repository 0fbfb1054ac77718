package io.windhover.hook;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * What surveys have shown, for what a hook does not say: since when a machine is as it is, and for
 * how long it was hibernated. It is in a file, a line a lease, so that a restart forgets nothing.
 */
final class SurveyMemory {
  static final String NAME = "seen";

  private final Path file;
  private final String mark;
  private final LongSupplier clock;
  private final Map<String, Past> byLease = new TreeMap<>();

  /** How a machine was, since when, and how long it had been hibernated until then. */
  private record Past(State state, long atMillis, long frozenMillis) {
    String line(String lease) {
      return "%s %s %d %d".formatted(lease, state, atMillis, frozenMillis);
    }
  }

  /**
   * Reads what is there.
   *
   * @param mark of the leases that surveys are asked for
   */
  SurveyMemory(Path folder, String mark, LongSupplier clock) throws IOException {
    this.file = folder.resolve(NAME);
    this.mark = mark;
    this.clock = clock;
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] words = line.split(" ", -1);
        byLease.put(
            words[0],
            new Past(State.valueOf(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])));
      }
    } catch (NoSuchFileException nothingYet) {
      // The first start.
    }
  }

  /** The sighting with all its times: as they were said, or as they were seen here. */
  synchronized Sighting completed(SurveyedMachine seen) {
    Sighting said = seen.sighting();
    Past before =
        byLease.getOrDefault(
            said.lease(),
            said.state() == State.RUNNING && said.sinceMillis() > 0
                ? new Past(State.RUNNING, said.sinceMillis(), 0)
                : new Past(State.STARTING, 0, 0));
    boolean same = before.state() == said.state() && before.atMillis() > 0;
    long seenAtMillis = same ? before.atMillis() : Math.max(clock.getAsLong(), said.sinceMillis());
    long atMillis = seen.changedAtMillis().orElse(seenAtMillis);
    long frozenMillis = seen.frozenMillis().orElse(frozenMillis(before, said, atMillis));
    byLease.put(said.lease(), new Past(said.state(), atMillis, frozenMillis));
    return new Sighting(
        said.lease(),
        said.state(),
        said.sinceMillis(),
        atMillis,
        frozenMillis,
        said.noticeMillis(),
        said.coming(),
        said.why(),
        said.chargedNanos());
  }

  /** Never longer than it was charged for, whatever clocks say. */
  private static long frozenMillis(Past before, Sighting said, long atMillis) {
    boolean thawed = before.state() == State.HIBERNATED && said.state() != State.HIBERNATED;
    long lastMillis = thawed ? Math.max(0, atMillis - before.atMillis()) : 0;
    long mostMillis = said.sinceMillis() == 0 ? 0 : Math.max(0, atMillis - said.sinceMillis());
    return Math.min(before.frozenMillis() + lastMillis, mostMillis);
  }

  /** Writes down what there is, and forgets what was not in the survey. */
  synchronized void keep(Iterable<Sighting> survey) throws IOException {
    Set<String> there = new TreeSet<>();
    survey.forEach(seen -> there.add(seen.lease()));
    byLease.keySet().removeIf(lease -> lease.startsWith(mark) && !there.contains(lease));
    String text =
        byLease.entrySet().stream()
            .map(past -> past.getValue().line(past.getKey()) + "\n")
            .collect(Collectors.joining());
    if (!Files.exists(file) || !text.equals(Files.readString(file))) {
      PrivateFiles.write(file, text);
    }
  }
}
