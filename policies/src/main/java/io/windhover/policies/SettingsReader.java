package io.windhover.policies;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a policy's settings one by one; what nobody took is an error with a line for people. */
final class SettingsReader {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}([.][0-9]{1,9})?");
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,9}(?:[.][0-9]{1,9})?) *(ms|s|m|h)");

  private final String policy;
  private final SortedMap<String, String> left;
  private final SortedMap<String, String> known = new TreeMap<>();

  SettingsReader(String policy, SortedMap<String, String> settings) {
    this.policy = policy;
    this.left = new TreeMap<>(settings);
  }

  /** One of the given words; the first when nothing is said. */
  String choice(String name, List<String> words) {
    known.put(name, String.join(" or ", words));
    String word = left.remove(name);
    if (word == null) {
      return words.get(0);
    }
    if (!words.contains(word)) {
      throw wrong(name, word);
    }
    return word;
  }

  /** A time span such as {@code 180s}, {@code 3m} or {@code 500ms}. */
  long durationMillis(String name, long usualMillis) {
    known.put(name, "a time span such as 180s, 3m or 500ms");
    String text = left.remove(name);
    if (text == null) {
      return usualMillis;
    }
    Matcher parts = SPAN.matcher(text);
    if (!parts.matches()) {
      throw wrong(name, text);
    }
    double unit =
        switch (parts.group(2)) {
          case "ms" -> 1;
          case "s" -> 1000;
          case "m" -> 60_000;
          default -> 3_600_000;
        };
    return Math.round(Double.parseDouble(parts.group(1)) * unit);
  }

  /** A number that is not negative. */
  double number(String name, double usual) {
    known.put(name, "a number of 0 or more");
    String text = left.remove(name);
    if (text == null) {
      return usual;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw wrong(name, text);
    }
    return Double.parseDouble(text);
  }

  private IllegalArgumentException wrong(String name, String text) {
    return new IllegalArgumentException(
        "policy %s: %s: expected %s, is \"%s\"".formatted(policy, name, known.get(name), text));
  }

  /** To be called after all settings were taken. */
  void nothingElse() {
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "policy %s has no setting \"%s\"; it has %s"
              .formatted(
                  policy,
                  left.firstKey(),
                  known.isEmpty() ? "none at all" : String.join(", ", known.keySet())));
    }
  }
}
