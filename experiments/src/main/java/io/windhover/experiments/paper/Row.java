package io.windhover.experiments.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One number beside the published one.
 *
 * @param figure the published table or figure, also the name of its CSV file: table5, figure2
 * @param situation in JSON {@code case}
 * @param unit s, ms and us are real time, and only real time: such rows differ from run to run
 * @param keys more that tells rows apart, or goes with the number, in order
 */
public record Row(
    String figure,
    String situation,
    String policy,
    String metric,
    Published paper,
    double ours,
    Spread spread,
    String unit,
    List<Extra> keys) {
  /** Ours where there is nothing of which a share or a mean could be taken; 0 is something. */
  public static final double NOTHING_TO_COUNT = Double.NaN;

  private static final Set<String> REAL_TIME = Set.of("s", "ms", "us");

  /** Within this share of the published value counts as published. */
  private static final double CLOSE = 0.05;

  /** A further member of a row: text or a number. */
  public record Extra(String name, Object value) {
    public Extra {
      if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
        throw new IllegalArgumentException(name + ": neither text nor number: " + value);
      }
    }
  }

  public Row {
    keys = List.copyOf(keys);
  }

  public static Row of(
      String figure, String situation, String policy, String metric, double ours, String unit) {
    return new Row(
        figure, situation, policy, metric, Published.NOTHING, ours, Spread.NONE, unit, List.of());
  }

  /** The mean of a sample and its spread. */
  public static Row of(
      String figure, String situation, String policy, String metric, Sample sample, String unit) {
    return of(figure, situation, policy, metric, sample.mean(), unit).with(sample.spread());
  }

  public Row with(Published published) {
    return new Row(figure, situation, policy, metric, published, ours, spread, unit, keys);
  }

  public Row with(Spread between) {
    return new Row(figure, situation, policy, metric, paper, ours, between, unit, keys);
  }

  public Row with(String key, Object value) {
    List<Extra> more = new ArrayList<>(keys);
    more.add(new Extra(key, value));
    return new Row(figure, situation, policy, metric, paper, ours, spread, unit, more);
  }

  public boolean realTime() {
    return REAL_TIME.contains(unit);
  }

  public boolean counted() {
    return !Double.isNaN(ours);
  }

  /** How ours stands to the published value; empty where nothing was published. */
  public String verdict() {
    if (!counted()) {
      return "nothing to count";
    }
    if (paper instanceof Published.Value published) {
      return verdict(published.value(), published.value());
    }
    if (paper instanceof Published.Range range) {
      return verdict(range.low(), range.high());
    }
    return "";
  }

  private String verdict(double low, double high) {
    if (ours >= low && ours <= high) {
      return "as published";
    }
    double near = ours < low ? low : high;
    if (Math.abs(ours - near) <= CLOSE * Math.abs(near)) {
      return "as published, within 5%";
    }
    boolean within = !spread.isNone() && spread.p10() <= high && spread.p90() >= low;
    String how = ours < low ? "lower" : "higher";
    return within ? how + ", published value within our spread" : how;
  }
}
