package io.windhover.experiments.chart;

import java.util.List;

/**
 * A picture as data: values in groups along the x axis, one of each series in every group.
 *
 * @param id the name of its files
 * @param figure the table or figure it belongs to
 * @param yLabel what the values are, with their unit
 * @param xLabel what the groups are; with a slash in their names, of both lines
 * @param logY values must then be above 0
 * @param groups a name with a slash is written in two lines: what follows the slash under its
 *     group, what is before it once for all neighbours that share it
 */
public record Chart(
    String id,
    String figure,
    String title,
    String yLabel,
    String xLabel,
    Kind kind,
    boolean logY,
    List<String> groups,
    List<Series> series) {
  public enum Kind {
    BARS,
    LINES,
    /** A value holds until the next one. */
    STEPS,
    /** A table of numbers on colours: groups are columns, series are rows. */
    HEAT
  }

  /** A value, or NaN for none, with the ends of its error bar; equal ends: no bar. */
  public record Value(double y, double low, double high) {
    /** Nothing is known; 0 is something. */
    public static final Value MISSING = of(Double.NaN);

    public static Value of(double y) {
      return new Value(y, y, y);
    }
  }

  /** One value for each group. */
  public record Series(String name, List<Value> values) {
    public Series {
      values = List.copyOf(values);
    }
  }

  /** Whether there is nothing to see in it: no value at all. */
  public boolean isEmpty() {
    return series.stream()
        .flatMap(one -> one.values().stream())
        .allMatch(value -> Double.isNaN(value.y()));
  }

  public Chart {
    groups = List.copyOf(groups);
    series = List.copyOf(series);
    if (title.isBlank() || yLabel.isBlank() || xLabel.isBlank()) {
      throw new IllegalArgumentException(id + ": expected a title and a name for each axis");
    }
    for (Series one : series) {
      if (one.values().size() != groups.size()) {
        throw new IllegalArgumentException(
            "series: %s has %d values for %d groups"
                .formatted(one.name(), one.values().size(), groups.size()));
      }
    }
  }
}
