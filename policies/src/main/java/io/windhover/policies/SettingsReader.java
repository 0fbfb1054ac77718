package io.windhover.policies;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Takes a policy's settings one by one; what nobody took is an error with a line for people. */
final class SettingsReader {
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
      throw new IllegalArgumentException(
          "policy %s: %s: expected %s, is \"%s\"".formatted(policy, name, known.get(name), word));
    }
    return word;
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
