package io.windhover.placement.bench;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs what is promised, prints a table, exits with 1 when a promise is not kept. */
public final class PlacementTable {
  private final int seconds;
  private boolean kept = true;

  private PlacementTable(int seconds) {
    this.seconds = seconds;
  }

  public static void main(String[] arguments) throws RunnerException {
    var table = new PlacementTable(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2);
    System.out.printf("calibration: %.0f ms for a fixed loop%n", calibrate());
    System.out.printf("%-52s %10s %10s %10s%n", "microseconds", "mean", "median", "p99");
    table.scans();
    table.indexes();
    table.victims();
    System.out.printf("calibration: %.0f ms for the same loop%n", calibrate());
    System.exit(table.kept ? 0 : 1);
  }

  private void scans() throws RunnerException {
    double[] promised = {8, 330, 4700};
    int[] sizes = {24, 1000, 10_000};
    for (int i = 0; i < sizes.length; i++) {
      Statistics plain = place(sizes[i], "plain", "empty", "spread", false);
      promise("full scan, median us", median(plain), promised[i]);
      Statistics one = place(sizes[i], "one-pass", "saturated", "spread", false);
      promise("one pass with victims / plain", median(one) / median(plain), 1.5);
      Statistics retry = place(sizes[i], "retry", "saturated", "spread", false);
      promise("one pass with victims / retry", median(one) / median(retry), 1);
      place(sizes[i], "one-pass", "saturated", "cheapest-victims", false);
    }
  }

  /** Other programs disturb means far more than medians. */
  private static double median(Statistics statistics) {
    return statistics.getPercentile(50);
  }

  private void indexes() throws RunnerException {
    for (String state : new String[] {"empty", "saturated", "mixed"}) {
      for (String rank : new String[] {"cheapest-victims", "spread", "period", "fewest-victims"}) {
        Statistics indexed = place(100_000, "one-pass", state, rank, true);
        promise("100,000 hosts, median us", median(indexed), 50);
        promise("100,000 hosts, p99 us", indexed.getPercentile(99), 1000);
      }
    }
    for (int hosts : new int[] {24, 1000, 10_000, 100_000}) {
      place(hosts, "plain", "empty", "spread", true);
      place(hosts, "one-pass", "saturated", "cheapest-victims", true);
      place(hosts, "retry", "saturated", "cheapest-victims", true);
    }
    row(
        "100000 hosts, decided and applied and undone",
        options("PlacingBenchmark.placeAndApply$")
            .param("hosts", "100000")
            .param("state", "saturated")
            .param("rank", "cheapest-victims")
            .param("indexed", "true"));
  }

  private void victims() throws RunnerException {
    for (String kind : new String[] {"flavours-period", "random-period"}) {
      Statistics victims = victims(kind);
      promise("exact victims of 40, mean us", victims.getMean(), 1000);
    }
    victims("random-count");
    victims("custom-price");
    for (String kind : new String[] {"random-period", "random-count", "custom-price"}) {
      int unproven = VictimsBenchmark.unproven(kind, 40, 200_000);
      System.out.printf("  40 %s: %d of 300 not proven within 200,000 nodes%n", kind, unproven);
    }
  }

  private Statistics victims(String kind) throws RunnerException {
    return row(
        "40 preemptibles, " + kind,
        options("VictimsBenchmark.cheapest$").param("kind", kind).param("preemptibles", "40"));
  }

  private Statistics place(int hosts, String scheduler, String state, String rank, boolean indexed)
      throws RunnerException {
    String how = indexed ? "index" : "scan";
    return row(
        "%d hosts, %s, %s, %s, %s".formatted(hosts, scheduler, how, state, rank),
        options("PlacingBenchmark.place$")
            .param("hosts", Integer.toString(hosts))
            .param("scheduler", scheduler)
            .param("state", state)
            .param("rank", rank)
            .param("indexed", Boolean.toString(indexed)));
  }

  private ChainedOptionsBuilder options(String benchmark) {
    return new OptionsBuilder()
        .include(benchmark)
        .mode(Mode.SampleTime)
        .timeUnit(TimeUnit.MICROSECONDS)
        .forks(1)
        .jvmArgs("-Xmx1g", "-XX:+UseSerialGC")
        .warmupIterations(2)
        .warmupTime(TimeValue.seconds(seconds))
        .measurementIterations(2)
        .measurementTime(TimeValue.seconds(seconds))
        .verbosity(VerboseMode.SILENT);
  }

  private Statistics row(String label, ChainedOptionsBuilder options) throws RunnerException {
    Collection<RunResult> results = new Runner(options.build()).run();
    Statistics statistics = results.iterator().next().getPrimaryResult().getStatistics();
    System.out.printf(
        "%-52s %10.2f %10.2f %10.2f%n",
        label, statistics.getMean(), statistics.getPercentile(50), statistics.getPercentile(99));
    return statistics;
  }

  private void promise(String what, double value, double most) {
    boolean holds = value <= most;
    kept &= holds;
    System.out.printf("  %s: %.2f, at most %.2f: %s%n", what, value, most, holds ? "ok" : "NOT");
  }

  /** Milliseconds of a loop that does not depend on memory. */
  private static double calibrate() {
    long began = System.nanoTime();
    long x = 88172645463325252L;
    for (int i = 0; i < 200_000_000; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    double millis = (System.nanoTime() - began) / 1e6;
    return x == 0 ? 0 : millis;
  }
}
