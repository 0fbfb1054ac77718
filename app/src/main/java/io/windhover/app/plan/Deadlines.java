package io.windhover.app.plan;

import io.windhover.workload.Durations;
import io.windhover.workload.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Deadlines to look at, shortest first: {@code 35m}, {@code 20m..2h} or {@code 20m,30m,1h}. */
public final class Deadlines {
  /** A range is looked at in this many points at most, hardly ever in fewer than eight. */
  static final int POINTS_MAX = 12;

  static final int LISTED_MAX = 50;

  /** Ranges wider than this ratio are spaced by ratio: a minute matters little among hours. */
  static final int RATIO_MAX = 10;

  private static final int RATIO_POINTS = 10;
  private static final String TO = "..";
  private static final long DAY_MILLIS = 86_400_000;

  /** Spans that people find round. Each is at most half as long again as the one before. */
  private static final long[] ROUND_SECONDS = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720,
    900, 1_200, 1_800, 2_400, 3_600, 5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200, 64_800,
    86_400, 129_600
  };

  /** Coarser ones, for deadlines that need not be equally far apart. */
  private static final long[] PLAIN_SECONDS = {
    1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 21_600, 43_200, 86_400
  };

  private Deadlines() {}

  /**
   * The deadlines of a text.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static List<Long> parse(String text) {
    return parse(text, Durations::parseMillis);
  }

  /**
   * The same where each deadline is read by somebody who may know more than spans.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static List<Long> parse(String text, ToLongFunction<String> reader) {
    int to = text.indexOf(TO);
    if (to < 0) {
      return listed(text, reader);
    }
    long from = reader.applyAsLong(text.substring(0, to).strip());
    long until = reader.applyAsLong(text.substring(to + TO.length()).strip());
    if (from >= until) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " does not rise; expected the shorter one first, as in 20m..2h");
    }
    return range(from, until);
  }

  private static List<Long> listed(String text, ToLongFunction<String> reader) {
    var deadlines = new TreeSet<Long>();
    for (String one : text.split(",", -1)) {
      deadlines.add(reader.applyAsLong(one.strip()));
    }
    if (deadlines.size() > LISTED_MAX) {
      throw new IllegalArgumentException(
          "%d deadlines are too many; expected at most %d".formatted(deadlines.size(), LISTED_MAX));
    }
    return List.copyOf(deadlines);
  }

  /**
   * For a job without a deadline: from a little above the earliest possible end to six times it.
   */
  public static List<Long> after(long earliestMillis) {
    long from = roundUp(earliestMillis + earliestMillis / 4);
    return range(from, Math.max(from + 1_000, roundUp(earliestMillis * 6)));
  }

  private static long roundUp(long millis) {
    long step = roundedDown(millis / 8, PLAIN_SECONDS);
    return (millis + step - 1) / step * step;
  }

  /** Both ends, and round ones between them. */
  static List<Long> range(long from, long until) {
    return until / from >= RATIO_MAX ? byRatio(from, until) : byStep(from, until);
  }

  private static List<Long> byStep(long from, long until) {
    // One step fewer than there may be points, and one for an end that is not round.
    long step = roundedUp(Math.max(1, (until - from + POINTS_MAX - 3) / (POINTS_MAX - 2)));
    List<Long> points = new ArrayList<>();
    points.add(from);
    for (long at = from / step * step + step; at < until; at += step) {
      if (at - from >= step / 2 && until - at >= step / 2) {
        points.add(at);
      }
    }
    points.add(until);
    return points;
  }

  private static List<Long> byRatio(long from, long until) {
    double ratio = StrictMath.pow((double) until / from, 1.0 / (RATIO_POINTS - 1));
    var points = new TreeSet<Long>(List.of(from, until));
    double exact = from;
    for (int i = 1; i < RATIO_POINTS - 1; i++) {
      exact *= ratio;
      long step = roundedDown((long) (exact / 10), PLAIN_SECONDS);
      long at = Math.round(exact / step) * step;
      if (at > from && at < until) {
        points.add(at);
      }
    }
    return List.copyOf(points);
  }

  private static long roundedUp(long millis) {
    for (long seconds : ROUND_SECONDS) {
      if (seconds * 1_000 >= millis) {
        return seconds * 1_000;
      }
    }
    return (millis + DAY_MILLIS - 1) / DAY_MILLIS * DAY_MILLIS;
  }

  private static long roundedDown(long millis, long[] roundSeconds) {
    long round = 1_000;
    for (long seconds : roundSeconds) {
      if (seconds * 1_000 <= millis) {
        round = seconds * 1_000;
      }
    }
    return round;
  }
}
