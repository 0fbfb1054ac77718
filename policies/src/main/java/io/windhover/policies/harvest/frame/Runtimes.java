package io.windhover.policies.harvest.frame;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long tasks of a kind have taken lately, for tasks that come without an estimate: the median
 * of the last few of their kind, else of all, else ten minutes.
 */
final class Runtimes {
  private static final long GUESS_MILLIS = 600_000;
  private static final int KEPT = 31;
  private static final int KINDS_MAX = 256;
  private static final String ALL = "";

  private final Map<String, long[]> lastMillis = new LinkedHashMap<>();

  void took(String kind, long millis) {
    note(ALL, millis);
    if (!kind.equals(ALL)) {
      note(onOneLine(kind), millis);
    }
  }

  /** As the text of a memory can hold it. */
  private static String onOneLine(String kind) {
    return kind.replace('\n', ' ');
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
    long[] known = lastMillis.getOrDefault(onOneLine(kind), lastMillis.get(ALL));
    if (known == null) {
      return GUESS_MILLIS;
    }
    long[] sorted = known.clone();
    Arrays.sort(sorted);
    return Math.max(1, sorted[sorted.length / 2]);
  }

  void encode(StringBuilder text) {
    lastMillis.forEach(
        (kind, millis) -> {
          text.append("took");
          for (long one : millis) {
            text.append(' ').append(one);
          }
          text.append(" :").append(kind).append('\n');
        });
  }

  /** A line as {@link #encode} wrote it, without its first word. */
  void read(String rest) {
    int colon = rest.indexOf(':');
    long[] millis =
        Arrays.stream(rest.substring(0, colon).strip().split(" ", -1))
            .mapToLong(Long::parseLong)
            .toArray();
    lastMillis.put(rest.substring(colon + 1), millis);
  }
}
