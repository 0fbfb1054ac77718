package io.windhover.experiments.arena;

import java.util.Locale;
import java.util.Optional;

/**
 * What one run came to.
 *
 * @param late jobs that were not done by their deadlines
 * @param broken why the policy could not go on; empty when it could
 */
record ArenaResult(double dollars, int jobs, int late, String broken) {
  private static final String BETWEEN = "\t";

  boolean inTime() {
    return late == 0;
  }

  /** On one line, to be {@linkplain #parse read} again without loss. */
  String text() {
    return String.join(
        BETWEEN,
        Double.toString(dollars),
        Integer.toString(jobs),
        Integer.toString(late),
        broken.replaceAll("\\s+", " "));
  }

  /** Empty when it is not what {@link #text} has written. */
  static Optional<ArenaResult> parse(String text) {
    String[] parts = text.split(BETWEEN, -1);
    try {
      return parts.length != 4
          ? Optional.empty()
          : Optional.of(
              new ArenaResult(
                  Double.parseDouble(parts[0]),
                  Integer.parseInt(parts[1]),
                  Integer.parseInt(parts[2]),
                  parts[3]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** For one case and seed, as its row says it. */
  String words() {
    return String.format(
        Locale.ROOT, "$%.4f%s%s", dollars, late > 0 ? ", " + late + " late" : "", broken);
  }
}
