package io.windhover.experiments.opie;

import io.windhover.experiments.opie.SeedOutcome.Tally;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What the schedulers decide, whatever the time they take: over seeds, on saturated clusters. */
final class Outcomes {
  static final String FIGURE = "outcomes";
  static final int REQUESTS = 130;

  private final Findings findings;
  private final int hosts;
  private final List<SeedOutcome> seeds;

  private Outcomes(Findings findings, int hosts, List<SeedOutcome> seeds) {
    this.findings = findings;
    this.hosts = hosts;
    this.seeds = seeds;
  }

  static void section(Findings findings) {
    findings.section(
        FIGURE,
        "who is ended, by rank",
        "Beyond the paper. Saturated clusters of its generator, sizes mixed; %d normal requests,"
                .formatted(REQUESTS)
            + " each decided by every scheduler on the same state, a minute after the one before.",
        "The victim cost is the time into the billing period that ended instances lose; victims on"
            + " the chosen host are always its cheapest sufficient set, so ranks differ by host.");
  }

  /** Seeds run side by side: nothing here is timed. */
  static Outcomes of(Findings findings, int hosts, int seeds, boolean bruteForce) {
    List<SeedOutcome> outcomes =
        IntStream.range(0, seeds)
            .parallel()
            .mapToObj(seed -> SeedOutcome.of(hosts, seed, bruteForce))
            .toList();
    return new Outcomes(findings, hosts, outcomes);
  }

  void rows() {
    for (Ranks ranks : Ranks.ALL) {
      String label = ranks.label();
      row(
          "one-pass",
          label,
          "victim cost per request",
          "min",
          tally -> tally.perRequest(tally.minutes));
      row(
          "one-pass",
          label,
          "instances ended per request",
          "",
          tally -> tally.perRequest(tally.ended));
      row("one-pass", label, "small ones ended per request", "", t -> t.perRequest(t.small));
      row("one-pass", label, "medium ones ended per request", "", t -> t.perRequest(t.medium));
      row("one-pass", label, "large ones ended per request", "", t -> t.perRequest(t.large));
      row("one-pass", label, "requests for which something ended", "%", t -> t.percent(t.ending));
      row("one-pass", label, "revenue ended per request", "USD/h", t -> t.perRequest(t.revenue));
      row("one-pass", label, "refused", "%", t -> t.percent(t.refused));
    }
    String usual = Ranks.CHEAPEST.label();
    row("retry", usual, "victim cost per request", "min", t -> t.perRequest(t.minutes));
    row("plain", usual, "refused", "%", t -> t.percent(t.refused));
    row("plain", usual, "refused where one-pass succeeds", "%", t -> t.percent(t.saved));
  }

  private void row(
      String policy, String rank, String metric, String unit, ToDoubleFunction<Tally> value) {
    Sample sample =
        Sample.of(
            seeds.stream().map(seed -> value.applyAsDouble(seed.tally(policy, rank))).toList());
    findings.row(
        Row.of(FIGURE, "%d hosts".formatted(hosts), policy, metric, sample, unit)
            .with("rank", rank));
  }

  void checks() {
    int requests = seeds.size() * REQUESTS;
    String where = "%d requests on %d states of %d hosts".formatted(requests, seeds.size(), hosts);
    count(
        "cheapest-victims never costs more than another rank",
        seeds.stream().mapToInt(SeedOutcome::dearer).sum(),
        where);
    count(
        "no request refused that ending preemptibles would serve",
        seeds.stream().mapToInt(SeedOutcome::wronglyRefused).sum(),
        where);
    count(
        "retry ends what one pass ends, no less",
        seeds.stream().mapToInt(SeedOutcome::retryDiffers).sum(),
        where);
    int saved =
        seeds.stream().mapToInt(seed -> seed.tally("plain", Ranks.CHEAPEST.label()).saved).sum();
    findings.check(
        "one pass succeeds where the plain scheduler fails",
        saved > 0,
        "%s: %d served by ending preemptibles".formatted(where, saved));
  }

  void bruteForceCheck() {
    long decisions = seeds.stream().mapToLong(SeedOutcome::bruteDecisions).sum();
    long hostsTried = seeds.stream().mapToLong(SeedOutcome::bruteHosts).sum();
    long wrong = seeds.stream().mapToLong(SeedOutcome::bruteWrong).sum();
    findings.check(
        "equality with brute force",
        wrong == 0,
        "%d decisions, every set of victims on %d hosts tried, %d differ"
            .formatted(decisions, hostsTried, wrong));
  }

  private void count(String name, int exceptions, String where) {
    findings.check(name, exceptions == 0, "%s, %d exceptions".formatted(where, exceptions));
  }
}
