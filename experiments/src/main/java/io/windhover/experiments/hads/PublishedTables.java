package io.windhover.experiments.hads;

import io.windhover.experiments.hads.PaperSetting.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The numbers the paper gives, each the mean of three runs; times turned into seconds. */
final class PublishedTables {
  /** A line of Table 9. */
  record Baseline(
      int machines,
      String mix,
      double makespanSeconds,
      double spotDollars,
      double onDemandDollars,
      double reductionPercent) {}

  /** A line of Table 10. */
  record Executed(
      double hibernations,
      double onDemandVms,
      double makespanSeconds,
      double dollars,
      double reductionPercent) {}

  /** A line of Table 11, all about ED200. */
  record Checkpointed(
      double checkpoints, double migrations, double recoveries, double cpuSavedSeconds) {}

  /** By job. */
  static final SortedMap<String, Baseline> TABLE_9 = table9();

  /** By cell, as in {@link Cell#name}. */
  static final SortedMap<String, Executed> TABLE_10 = table10();

  /** By scenario. */
  static final SortedMap<String, Checkpointed> TABLE_11 = table11();

  /** Seconds a hibernation lasted on the mean, by scenario. */
  static final SortedMap<String, Double> FIGURE_8 =
      byScenario(List.of(1520.0, 1878.0, 847.0, 937.0, 1212.0, 1050.0, 1001.0));

  /** Percent of the calls of work stealing that stole, ED200; the text names three scenarios. */
  static final SortedMap<String, Double> FIGURE_12 = figure12();

  private PublishedTables() {}

  private static SortedMap<String, Baseline> table9() {
    SortedMap<String, Baseline> table = new TreeMap<>();
    table.put("J60", new Baseline(6, "2xc3.large+2xc4.large+2xc4.xlarge", 1208, 0.08, 0.32, 76.25));
    table.put(
        "J80",
        new Baseline(8, "2xc3.large+1xc3.xlarge+3xc4.large+2xc4.xlarge", 1189, 0.10, 0.37, 72.97));
    table.put(
        "J100",
        new Baseline(10, "2xc3.large+1xc3.xlarge+4xc4.large+3xc4.xlarge", 1123, 0.13, 0.43, 70.78));
    table.put(
        "ED200",
        new Baseline(16, "5xc3.large+2xc3.xlarge+5xc4.large+4xc4.xlarge", 1887, 0.33, 0.98, 66.33));
    return table;
  }

  private static SortedMap<String, Executed> table10() {
    List<Executed> lines = new ArrayList<>();
    lines.add(new Executed(1.33, 1.33, 1513, 0.146, 54.52));
    lines.add(new Executed(4.33, 3.33, 2064, 0.256, 19.79));
    lines.add(new Executed(1.67, 1.00, 1479, 0.087, 72.92));
    lines.add(new Executed(2.02, 1.33, 1840, 0.145, 54.69));
    lines.add(new Executed(2.00, 0.67, 1471, 0.090, 71.77));
    lines.add(new Executed(2.00, 1.00, 1845, 0.097, 69.79));
    lines.add(new Executed(2.00, 1.67, 1922, 0.093, 70.94));
    lines.add(new Executed(2.57, 1.00, 1631, 0.197, 46.82));
    lines.add(new Executed(6.33, 4.67, 2096, 0.284, 23.12));
    lines.add(new Executed(2.67, 1.30, 1913, 0.117, 68.47));
    lines.add(new Executed(4.00, 2.33, 1961, 0.140, 62.09));
    lines.add(new Executed(4.33, 3.33, 2006, 0.213, 42.34));
    lines.add(new Executed(2.67, 1.33, 1618, 0.153, 58.56));
    lines.add(new Executed(2.67, 1.33, 1753, 0.123, 66.67));
    lines.add(new Executed(2.33, 0.67, 1602, 0.167, 61.77));
    lines.add(new Executed(7.67, 3.67, 1814, 0.302, 30.66));
    lines.add(new Executed(1.33, 1.00, 1568, 0.150, 65.61));
    lines.add(new Executed(3.40, 1.89, 2052, 0.189, 56.64));
    lines.add(new Executed(3.00, 2.70, 1979, 0.223, 48.78));
    lines.add(new Executed(4.67, 2.00, 1734, 0.177, 59.48));
    lines.add(new Executed(3.67, 1.33, 1951, 0.160, 63.30));
    lines.add(new Executed(3.00, 3.33, 1939, 0.430, 56.12));
    lines.add(new Executed(8.33, 7.67, 1983, 0.657, 32.99));
    lines.add(new Executed(2.33, 4.00, 2083, 0.353, 63.95));
    lines.add(new Executed(5.33, 4.93, 2062, 0.413, 57.82));
    lines.add(new Executed(4.67, 5.00, 1980, 0.442, 54.84));
    lines.add(new Executed(4.00, 4.67, 2041, 0.523, 46.60));
    lines.add(new Executed(4.33, 3.00, 1995, 0.410, 58.16));
    List<Cell> cells = PaperSetting.cells();
    SortedMap<String, Executed> table = new TreeMap<>();
    for (int i = 0; i < cells.size(); i++) {
      table.put(cells.get(i).name(), lines.get(i));
    }
    return table;
  }

  private static SortedMap<String, Checkpointed> table11() {
    return byScenario(
        List.of(
            new Checkpointed(93.00, 8.67, 3.33, 220),
            new Checkpointed(99.67, 80.00, 17.33, 764),
            new Checkpointed(101.00, 7.67, 3.00, 299),
            new Checkpointed(108.67, 9.00, 5.33, 424),
            new Checkpointed(103.33, 8.33, 2.67, 222),
            new Checkpointed(96.67, 11.00, 7.67, 541),
            new Checkpointed(99.33, 8.67, 8.00, 411)));
  }

  private static SortedMap<String, Double> figure12() {
    SortedMap<String, Double> figure = new TreeMap<>();
    figure.put("sc1", 18.18);
    figure.put("sc2", 34.8);
    figure.put("sc5", 26.3);
    return figure;
  }

  private static <T> SortedMap<String, T> byScenario(List<T> values) {
    SortedMap<String, T> map = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      map.put(PaperSetting.SCENARIOS.get(i).name(), values.get(i));
    }
    return map;
  }
}
