package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.simulator.harvest.HarvestStatistics;
import io.windhover.simulator.harvest.HarvestTraces;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Figures 1 to 3: how our clusters compare with what section 2.1 says of the paper's. */
final class Calibration {
  private static final String FIGURE1 = "figure1";
  private static final String FIGURE2 = "figure2";
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /** As many machines as the smallest cluster has room for, so that chance says little. */
  private static final int MACHINES = 450;

  private static final int SEEDS_MAX = 2;

  /** Points, as the check says. */
  private static final double CLOSE = 3;

  private static final double SAME_SIZE = 0.1;

  private static final Map<Supply, Double> WITHIN_HOUR =
      Map.of(Supply.C1, 93.0, Supply.C2, 84.0, Supply.C6, 72.0, Supply.C7, 61.0, Supply.C8, 55.0);

  private static final Map<Integer, Double> MEAN_CORES = Map.of(2, 15.0, 4, 17.0, 8, 20.0);
  private static final Map<Integer, Double> TOP_TENTH = Map.of(2, 36.0, 4, 38.0, 8, 39.0);
  private static final Map<Integer, Double> BOTTOM_TENTH = Map.of(2, 3.0, 4, 3.0, 8, 2.0);

  private final Findings findings;
  private final Scope scope;
  private final Map<Supply, List<HarvestStatistics>> measured = new EnumMap<>(Supply.class);
  private @Nullable HarvestTrace c2;

  Calibration(Findings findings, Scope scope) {
    this.findings = findings;
    this.scope = scope;
  }

  int steps() {
    return 1;
  }

  void run(Steps steps) {
    steps.next("Figures 1 to 3: the clusters");
    record Run(Supply supply, long seed) {}
    List<Run> runs = new ArrayList<>();
    for (Supply supply : scope.measured()) {
      for (long seed = 1; seed <= Math.min(scope.seeds(), SEEDS_MAX); seed++) {
        runs.add(new Run(supply, seed));
      }
    }
    List<HarvestTrace> traces =
        runs.parallelStream()
            .map(
                run ->
                    run.supply()
                        .cluster()
                        .trace(run.seed(), MACHINES, length(run.supply(), run.seed())))
            .toList();
    List<HarvestStatistics> found =
        IntStream.range(0, runs.size())
            .parallel()
            .mapToObj(i -> Campaign.until(traces.get(i), measuredMillis(runs.get(i).supply())))
            .map(HarvestStatistics::new)
            .toList();
    for (int i = 0; i < runs.size(); i++) {
      measured.computeIfAbsent(runs.get(i).supply(), supply -> new ArrayList<>()).add(found.get(i));
      c2 = runs.get(i).supply() == Supply.C2 && runs.get(i).seed() == 1 ? traces.get(i) : c2;
    }
    figure1();
    figure2();
    checks();
    findings.chart(chart());
  }

  /** The first seed of C2 is looked at over more days. */
  private long length(Supply supply, long seed) {
    boolean shown = supply == Supply.C2 && seed == 1;
    return Math.max(measuredMillis(supply), shown ? scope.days() * DAY : 0);
  }

  private static long measuredMillis(Supply supply) {
    return supply.cluster().measuredMillis();
  }

  /** All machines of C2 over {@link Scope#days}. */
  HarvestTrace c2() {
    return Campaign.until(Objects.requireNonNull(c2, "not run"), scope.days() * DAY);
  }

  private Sample of(Supply supply, ToDoubleFunction<HarvestStatistics> value) {
    return Sample.of(measured(supply).stream().mapToDouble(value).toArray());
  }

  private List<HarvestStatistics> measured(Supply supply) {
    return measured.getOrDefault(supply, List.of());
  }

  private void figure1() {
    findings.section(
        FIGURE1,
        "how often and by how much harvest machines change",
        "Our own provider: regular machines of long-tailed lifetimes on servers of 64 cores, and %d"
                .formatted(MACHINES)
            + " harvest machines that take what is left. Published ranges stand for C1 to C6 or C7"
            + " and C8 together where the paper names no cluster.");
    for (Supply supply : scope.measured()) {
      boolean calm = supply == Supply.C7 || supply == Supply.C8;
      row(supply, "mean change", Published.range(5, 13), HarvestStatistics::meanChange, "cores");
      row(
          supply,
          "mean time between changes",
          calm ? Published.range(480, 600) : Published.range(26, 224),
          one -> one.meanIntervalMillis() / MINUTE,
          "min");
      Double hour = WITHIN_HOUR.get(supply);
      row(
          supply,
          "changes within 1 hour",
          hour == null ? Published.range(72, 93) : Published.value(hour),
          one -> 100 * one.shareWithin(HOUR),
          "%");
      boolean isC2 = supply == Supply.C2;
      row(
          supply,
          "changes within 10 minutes",
          isC2 ? Published.value(40) : Published.NOTHING,
          one -> 100 * one.shareWithin(10 * MINUTE),
          "%");
      row(
          supply,
          "changes within 1 minute",
          isC2 ? Published.value(16) : Published.NOTHING,
          one -> 100 * one.shareWithin(MINUTE),
          "%");
      row(
          supply,
          "95th percentile of times between changes",
          calm ? Published.range(24, 96) : Published.range(1.2, 11.2),
          one -> one.percentileMillis(0.95) / (double) HOUR,
          "h");
    }
  }

  private void row(
      Supply supply,
      String metric,
      Published published,
      ToDoubleFunction<HarvestStatistics> value,
      String unit) {
    findings.row(
        Row.of(FIGURE1, supply.text(), "provider", metric, of(supply, value), unit)
            .with(published));
  }

  private void figure2() {
    findings.section(
        FIGURE2,
        "cores and changes of machines in an hour, by minimum size",
        "Published for C2. The top tenth falls short: regular machines of 32 cores, which make the"
            + " changes large enough, leave too few servers nearly empty.");
    for (Supply supply : scope.measured()) {
      for (int minimum : HarvestTraces.MINIMUMS) {
        boolean isC2 = supply == Supply.C2;
        sized(supply, minimum, "mean cores", isC2, MEAN_CORES, one -> one.meanCores(minimum));
        sized(
            supply,
            minimum,
            "cores of the top tenth, at least",
            isC2,
            TOP_TENTH,
            one -> one.coresPercentile(minimum, 0.9));
        sized(
            supply,
            minimum,
            "cores of the bottom tenth beyond the minimum, at most",
            isC2,
            BOTTOM_TENTH,
            one -> one.coresPercentile(minimum, 0.1) - minimum);
        sized(
            supply,
            minimum,
            "changes in an hour, median",
            false,
            Map.of(),
            one -> quantile(one.hourlyChanges(minimum), 0.5));
        sized(
            supply,
            minimum,
            "changes in an hour, 90th percentile",
            false,
            Map.of(),
            one -> quantile(one.hourlyChanges(minimum), 0.9));
      }
    }
  }

  private static double quantile(int[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))];
  }

  private void sized(
      Supply supply,
      int minimum,
      String metric,
      boolean published,
      Map<Integer, Double> values,
      ToDoubleFunction<HarvestStatistics> value) {
    Double known = published ? values.get(minimum) : null;
    findings.row(
        Row.of(FIGURE2, supply.text(), "provider", metric, of(supply, value), "")
            .with(known == null ? Published.NOTHING : Published.value(known))
            .with("minimumCores", minimum));
  }

  private void checks() {
    close(Supply.C2, MINUTE, "1 min", 16);
    close(Supply.C2, 10 * MINUTE, "10 min", 40);
    close(Supply.C2, HOUR, "1 h", 84);
    close(Supply.C8, HOUR, "1 h", 55);
    List<String> changes = new ArrayList<>();
    boolean inside = true;
    for (Supply supply : scope.measured()) {
      double mean = of(supply, HarvestStatistics::meanChange).mean();
      inside &= mean >= 5 && mean <= 13;
      changes.add(String.format(Locale.ROOT, "%s %.1f", supply.text(), mean));
    }
    findings.check("mean change 5 to 13 cores", inside, String.join(", ", changes));
    List<String> cores = new ArrayList<>();
    boolean sizes = true;
    for (int minimum : HarvestTraces.MINIMUMS) {
      double mean = of(Supply.C2, one -> one.meanCores(minimum)).mean();
      sizes &= Math.abs(mean - published(minimum)) <= SAME_SIZE * published(minimum);
      cores.add(
          String.format(Locale.ROOT, "minimum %d: %.1f (%.0f)", minimum, mean, published(minimum)));
    }
    findings.check(
        "mean cores by minimum inside the published ranges",
        sizes,
        "C2, within a tenth of what was published: " + String.join(", ", cores));
  }

  private static double published(int minimum) {
    return MEAN_CORES.getOrDefault(minimum, 0.0);
  }

  private void close(Supply supply, long millis, String within, double published) {
    double ours = of(supply, one -> 100 * one.shareWithin(millis)).mean();
    findings.check(
        "%s: %.0f %% of changes within %s, within 3 points"
            .formatted(supply.text(), published, within),
        Math.abs(ours - published) <= CLOSE,
        String.format(Locale.ROOT, "%.1f %%", ours));
  }

  private Chart chart() {
    List<Long> marks =
        List.of(MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR, 96 * HOUR);
    List<Series> series = new ArrayList<>();
    for (Supply supply : scope.measured()) {
      series.add(
          new Series(
              supply.text(),
              marks.stream()
                  .map(mark -> Value.of(of(supply, one -> 100 * one.shareWithin(mark)).mean()))
                  .toList()));
    }
    return new Chart(
        FIGURE1,
        FIGURE1,
        "Changes within so long after the one before",
        "percent",
        "time since the change before",
        Kind.LINES,
        false,
        List.of("1 min", "5 min", "10 min", "30 min", "1 h", "4 h", "1 d", "4 d"),
        series);
  }
}
