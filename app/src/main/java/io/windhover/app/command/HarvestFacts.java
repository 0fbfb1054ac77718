package io.windhover.app.command;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.simulator.harvest.HarvestStatistics;
import io.windhover.simulator.harvest.HarvestTraces;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a trace of harvest machines is like, beside what SlackSched (section 2.1) publishes. */
final class HarvestFacts {
  private static final double MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final String NONE = "-";

  private final String cluster;
  private final List<List<String>> rows = new ArrayList<>();

  private HarvestFacts(String cluster) {
    this.cluster = cluster;
    rows.add(List.of("", "here", "published"));
  }

  static void print(
      String name, HarvestTrace trace, HarvestStatistics statistics, PrintWriter out) {
    out.printf(
        "%s: %s over %s, %s cores on average%n%n",
        name,
        Words.harvestMachines(trace.hvms().size()),
        format("%,.0f h", trace.endMillis() / (double) HOUR_MILLIS),
        format("%,.0f", trace.meanCores()));
    var facts = new HarvestFacts(name);
    facts.changes(statistics);
    facts.sizes(statistics);
    Table.print(facts.rows, out);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private void row(String name, String here, String published) {
    rows.add(List.of(name, here, published));
  }

  private static String percent(double share) {
    return format("%.0f %%", 100 * share);
  }

  /** What is published of C1 to C6 together, and of C7 and C8 together; nothing of others. */
  private String either(String restless, String calm) {
    return switch (cluster) {
      case "C1", "C2", "C3", "C4", "C5", "C6" -> restless;
      case "C7", "C8" -> calm;
      default -> NONE;
    };
  }

  private String ofC2(String published) {
    return cluster.equals("C2") ? published : NONE;
  }

  private String withinAnHour() {
    return switch (cluster) {
      case "C1" -> "93 %";
      case "C2" -> "84 %";
      case "C6" -> "72 %";
      case "C7" -> "61 %";
      case "C8" -> "55 %";
      default -> either("72 to 93 %", NONE);
    };
  }

  private void changes(HarvestStatistics statistics) {
    row("changes", format("%,.0f", statistics.changes().length), NONE);
    row("  of them evictions", format("%,.0f", statistics.evictions()), NONE);
    row(
        "mean change, cores",
        format("%.1f", statistics.meanChange()),
        either("5 to 13", "5 to 13"));
    row(
        "mean time between changes, min",
        format("%,.0f", statistics.meanIntervalMillis() / MINUTE_MILLIS),
        either("26 to 224", "480 to 600"));
    row("  within a minute", percent(statistics.shareWithin((long) MINUTE_MILLIS)), ofC2("16 %"));
    row(
        "  within ten minutes",
        percent(statistics.shareWithin(10 * (long) MINUTE_MILLIS)),
        ofC2("40 %"));
    row("  within an hour", percent(statistics.shareWithin(HOUR_MILLIS)), withinAnHour());
    row(
        "  95th percentile, h",
        format("%.1f", statistics.percentileMillis(0.95) / (double) HOUR_MILLIS),
        either("1.2 to 11.2", NONE));
  }

  private void sizes(HarvestStatistics statistics) {
    boolean known = !either("is", "is").equals(NONE);
    for (int minimum : HarvestTraces.MINIMUMS) {
      if (statistics.hourlyCores(minimum).length == 0) {
        continue;
      }
      String mean = minimum == 2 ? "15" : minimum == 4 ? "17" : "20";
      row(
          "mean cores, minimum %d".formatted(minimum),
          format("%.1f", statistics.meanCores(minimum)),
          known ? mean : NONE);
      row(
          "  top tenth at least",
          format("%.0f", statistics.coresPercentile(minimum, 0.9)),
          known ? "36 to 39" : NONE);
      row(
          "  bottom tenth at most, beyond it",
          format("%.0f", statistics.coresPercentile(minimum, 0.1) - minimum),
          known ? "2 to 3" : NONE);
    }
  }
}
