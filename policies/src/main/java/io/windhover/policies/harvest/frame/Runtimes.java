package io.windhover.policies.harvest.frame;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * How long tasks of a kind have taken lately, for tasks that come without an estimate: the median
 * of the last few of their kind, else of all, else ten minutes.
 */
final class Runtimes {
  /** The kind of line that this is written down in. */
  static final String TOOK = "took";

  private static final long GUESS_MILLIS = 600_000;
  private static final int KEPT = 31;
  private static final int KINDS_MAX = 256;
  private static final String ALL = "";

  private final Map<String, long[]> lastMillis = new LinkedHashMap<>();

  void took(String kind, long millis) {
    note(ALL, millis);
    if (!kind.equals(ALL)) {
      note(kind, millis);
    }
  }

  private void note(String kind, long millis) {
    long[] before = lastMillis.remove(kind);
    long[] now = before == null ? new long[1] : Arrays.copyOf(before, before.length + 1);
    now[now.length - 1] = millis;
    lastMillis.put(kind, now.length > KEPT ? Arrays.copyOfRange(now, 1, now.length) : now);
    if (lastMillis.size() > KINDS_MAX) {
      String oldest = lastMillis.keySet().iterator().next();
      lastMillis.remove(oldest);
    }
  }

  long guessMillis(String kind) {
    long[] known = lastMillis.getOrDefault(kind, lastMillis.get(ALL));
    if (known == null) {
      return GUESS_MILLIS;
    }
    long[] sorted = known.clone();
    Arrays.sort(sorted);
    return Math.max(1, sorted[sorted.length / 2]);
  }

  void write(MemoryWriter text) {
    lastMillis.forEach(
        (kind, millis) -> {
          text.line(TOOK, kind);
          for (long one : millis) {
            text.and(one);
          }
        });
  }

  /** A line as {@link #write} wrote it. */
  void take(MemoryReader line) {
    String kind = line.nextText();
    LongStream.Builder millis = LongStream.builder();
    while (line.hasNext()) {
      millis.add(line.nextLong());
    }
    lastMillis.put(kind, millis.build().toArray());
  }
}
