package io.windhover.policies;

import io.windhover.core.words.Nearest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes a policy's settings one by one, as job files write them; a value that is none and a setting
 * that nobody took are errors with a line for people.
 */
final class SettingsReader {
  private static final String DIGITS = "[0-9]{1,9}(?:[.][0-9]{1,9})?";
  private static final Pattern NUMBER = Pattern.compile(DIGITS);
  private static final Pattern SPAN = Pattern.compile("(" + DIGITS + ") ?(ms|s|m|h)");

  private final String policy;
  private final SortedMap<String, String> left;

  /** What each setting that was asked for expects. */
  private final SortedMap<String, String> known = new TreeMap<>();

  SettingsReader(String policy, SortedMap<String, String> settings) {
    this.policy = policy;
    this.left = new TreeMap<>(settings);
  }

  /** One of the given words; the first when nothing is said. */
  String choice(String name, List<String> words) {
    String word = take(name, String.join(" or ", words));
    if (word == null) {
      return words.get(0);
    }
    if (!words.contains(word)) {
      throw wrong(name, word);
    }
    return word;
  }

  /** A time span such as {@code 180s}, {@code 3m} or {@code 500ms}; parts of a ms are dropped. */
  long durationMillis(String name, long usualMillis) {
    return durationMillis(name, usualMillis, 0, "a time span such as 180s, 3m or 500ms");
  }

  /** As {@link #durationMillis}, but not nothing. */
  long positiveDurationMillis(String name, long usualMillis) {
    return durationMillis(name, usualMillis, 1, "a time span of 1ms or more, such as 900s or 15m");
  }

  private long durationMillis(String name, long usualMillis, long leastMillis, String expected) {
    String text = take(name, expected);
    if (text == null) {
      return usualMillis;
    }
    Matcher parts = SPAN.matcher(text);
    if (!parts.matches()) {
      throw wrong(name, text);
    }
    long unitMillis =
        switch (parts.group(2)) {
          case "ms" -> 1;
          case "s" -> 1000;
          case "m" -> 60_000;
          default -> 3_600_000;
        };
    long millis =
        new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unitMillis)).longValue();
    if (millis < leastMillis) {
      throw wrong(name, text);
    }
    return millis;
  }

  /** A number that is not negative, in thousandths. */
  int perMille(String name, int usualPerMille) {
    return scaled(name, usualPerMille, 3, "a number of 0 or more, such as 0.5", null);
  }

  /** A share of at most 1, in millionths. */
  int shareMillionths(String name, int usualMillionths) {
    return scaled(name, usualMillionths, 6, "a share from 0 to 1, such as 0.1", BigDecimal.ONE);
  }

  /** A whole number, no less than this. */
  int count(String name, int least, int usual) {
    String expected = "a whole number of %d or more".formatted(least);
    int count = scaled(name, usual, 0, expected, null);
    if (count < least) {
      throw wrong(name, Integer.toString(count));
    }
    return count;
  }

  private int scaled(
      String name, int usual, int places, String expected, @Nullable BigDecimal largest) {
    String text = take(name, expected);
    if (text == null) {
      return usual;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw wrong(name, text);
    }
    BigDecimal number = new BigDecimal(text);
    BigDecimal scaled = number.movePointRight(places).setScale(0, RoundingMode.HALF_UP);
    boolean tooLarge = largest != null && number.compareTo(largest) > 0;
    if (tooLarge || scaled.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
      throw wrong(name, text);
    }
    return scaled.intValueExact();
  }

  private @Nullable String take(String name, String expected) {
    known.put(name, expected);
    return left.remove(name);
  }

  private IllegalArgumentException wrong(String name, String text) {
    return new IllegalArgumentException(
        "policy %s: %s: expected %s, is \"%s\"".formatted(policy, name, known.get(name), text));
  }

  /** To be called after all settings were taken. */
  void nothingElse() {
    if (left.isEmpty()) {
      return;
    }
    String name = left.firstKey();
    String nearest = Nearest.to(name, known.keySet());
    throw new IllegalArgumentException(
        "policy %s has no setting \"%s\"; %sit has %s"
            .formatted(
                policy,
                name,
                nearest.isEmpty() ? "" : "did you mean \"" + nearest + "\"? ",
                known.isEmpty() ? "none at all" : String.join(", ", known.keySet())));
  }
}
