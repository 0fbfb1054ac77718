package io.windhover.policies;

import io.windhover.core.model.CheckpointCost;
import io.windhover.policies.bag.hads.HadsSettings;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The settings of HADS as job files write them. */
final class HadsKeys {
  private static final List<String> KEYS =
      List.of("alpha", "checkpoint-overhead", "cycle", "dump-fixed", "dump-per-mb");

  /** A megabyte of a million bytes: a second a MB is a thousand nanoseconds a byte. */
  private static final BigDecimal NANOS_PER_BYTE_OF_SECOND_PER_MB = BigDecimal.valueOf(1000);

  private HadsKeys() {}

  static HadsSettings settings(String policy, SortedMap<String, String> written) {
    HadsSettings paper = HadsSettings.PAPER;
    long alpha = paper.alphaMillis();
    int overhead = paper.overheadMillionths();
    long cycle = paper.cycleMillis();
    long fixed = paper.checkpoint().fixedMillis();
    long perByte = paper.checkpoint().nanosPerByte();
    for (Map.Entry<String, String> entry : written.entrySet()) {
      String name = "policy " + policy + ": " + entry.getKey();
      String value = entry.getValue();
      switch (entry.getKey()) {
        case "alpha" -> alpha = millis(name, value);
        case "cycle" -> cycle = Math.max(1, millis(name, value));
        case "dump-fixed" -> fixed = millis(name, value);
        case "dump-per-mb" ->
            perByte = seconds(name, value).multiply(NANOS_PER_BYTE_OF_SECOND_PER_MB).longValue();
        case "checkpoint-overhead" ->
            overhead = number(name, value, "a share such as 0.10").movePointRight(6).intValue();
        default ->
            throw new IllegalArgumentException(
                "policy %s has no setting \"%s\"; it has: %s"
                    .formatted(policy, entry.getKey(), String.join(", ", KEYS)));
      }
    }
    return new HadsSettings(alpha, overhead, cycle, new CheckpointCost(fixed, perByte));
  }

  private static long millis(String name, String value) {
    return seconds(name, value).movePointRight(3).longValue();
  }

  /** Written as 180s, 3m, 1h, 500ms; a bare number is seconds. */
  private static BigDecimal seconds(String name, String value) {
    String expected = "a duration such as 180s";
    if (value.endsWith("ms")) {
      return number(name, value.substring(0, value.length() - 2), expected).movePointLeft(3);
    }
    String digits = value.isEmpty() ? "" : value.substring(0, value.length() - 1);
    return value.endsWith("s")
        ? number(name, digits, expected)
        : value.endsWith("m")
            ? number(name, digits, expected).multiply(BigDecimal.valueOf(60))
            : value.endsWith("h")
                ? number(name, digits, expected).multiply(BigDecimal.valueOf(3600))
                : number(name, value, expected);
  }

  private static BigDecimal number(String name, String digits, String expected) {
    if (!digits.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
      throw new IllegalArgumentException(
          "%s is \"%s\"; expected %s".formatted(name, digits, expected));
    }
    return new BigDecimal(digits);
  }
}
