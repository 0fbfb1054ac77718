package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.Campaign.Wanted;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Beyond the paper: every cell under light, usual and heavy load, billed by hours and seconds. */
final class AllCells {
  private static final String FIGURE = "cells";
  private static final int LEAST_BELOW_SCS = 8;
  private static final int DEARER_MAX = 3;
  private static final int WORST = 5;

  /** Where {@link Policies#WORKFLOW} stands against the cheapest rival whose jobs were in time. */
  private record Stand(Case ours, Optional<String> rival, double percent) {}

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  AllCells(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>();
    for (int jobsPerHour : List.of(ScsSetting.HEAVY, ScsSetting.USUAL, ScsSetting.LIGHT)) {
      List<Wanted> wanted = new ArrayList<>();
      for (String policy : Policies.longestFirst(scope.policies(jobsPerHour))) {
        for (Meter meter : Meter.values()) {
          // The usual cases are in Figures 8 to 10.
          if (!Scope.isUsual(meter, jobsPerHour)) {
            int draws = scope.draws(meter, jobsPerHour);
            for (Cell cell : scope.cells(meter, jobsPerHour)) {
              wanted.add(new Wanted(Case.exact(policy, cell, meter, jobsPerHour), draws));
            }
          }
        }
      }
      blocks.add(
          new Block("other loads and billing, jobs an hour: %d".formatted(jobsPerHour), wanted));
    }
    return blocks;
  }

  void run() {
    findings.section(
        FIGURE,
        "cells by load and billing",
        draws()
            + " A cell costs the mean over its draws. A rival counts in a cell when all its jobs"
            + " were in time.",
        "Costs at %d jobs an hour billed by the hour are in figure8 to figure10."
            .formatted(ScsSetting.USUAL));
    List<Stand> stands = new ArrayList<>();
    for (int jobsPerHour : ScsSetting.VOLUMES) {
      for (Meter meter : Meter.values()) {
        for (Cell cell : scope.cells(meter, jobsPerHour)) {
          if (meter != Meter.HOUR || jobsPerHour != ScsSetting.USUAL) {
            costs(cell, meter, jobsPerHour);
          }
          if (scope.policies(jobsPerHour).contains(Policies.WORKFLOW)) {
            stands.add(stand(cell, meter, jobsPerHour));
          }
        }
      }
    }
    stands.forEach(this::row);
    belowScs(stands);
    neverDearer(stands);
  }

  private String draws() {
    return "Draws: %d at %d jobs an hour billed by the hour; at %d jobs an hour, which come for %d"
            .formatted(
                scope.draws(),
                ScsSetting.USUAL,
                ScsSetting.HEAVY,
                (int) scope.hours(ScsSetting.HEAVY))
        + " hours, %d billed by the hour and %d by the second; otherwise %d."
            .formatted(
                scope.draws(Meter.HOUR, ScsSetting.HEAVY),
                scope.draws(Meter.SECOND, ScsSetting.HEAVY),
                scope.draws(Meter.SECOND, ScsSetting.USUAL));
  }

  private void costs(Cell cell, Meter meter, int jobsPerHour) {
    for (String policy : scope.policies(jobsPerHour)) {
      Case one = Case.exact(policy, cell, meter, jobsPerHour);
      Runs runs = campaign.of(one);
      findings.row(
          one.row(FIGURE, "cost", runs.sample(Measured::dollars), "USD")
              .with("onTimePercent", runs.onTimePercent())
              .with("overBound", Figures8To10.overBound(campaign, one).mean()));
    }
    Case any = Case.exact(Policies.ALL.get(0), cell, meter, jobsPerHour);
    findings.row(
        Row.of(FIGURE, cell.name(), Figures8To10.BOUND, "cost", campaign.bound(any), "USD")
            .with("billing", meter.text())
            .with("jobsPerHour", jobsPerHour));
  }

  private Stand stand(Cell cell, Meter meter, int jobsPerHour) {
    Case ours = Case.exact(Policies.WORKFLOW, cell, meter, jobsPerHour);
    Optional<String> best =
        Policies.RIVALS.stream()
            .filter(rival -> campaign.of(Case.exact(rival, cell, meter, jobsPerHour)).allOnTime())
            .min(Comparator.comparingDouble(rival -> -dearerPercent(ours, rival)));
    double percent = best.map(rival -> dearerPercent(ours, rival)).orElse(0.0);
    return new Stand(ours, best, percent);
  }

  /** By how many percent ours is dearer; below 0 where it is cheaper. */
  private double dearerPercent(Case ours, String rival) {
    Runs mine = campaign.of(ours);
    Case theirs = Case.exact(rival, ours.cell(), ours.meter(), ours.jobsPerHour());
    return 100 * (mine.dollars() / campaign.of(theirs).dollars() - 1);
  }

  private void row(Stand stand) {
    String metric = "dearer than the cheapest on-time rival by percent";
    if (stand.rival().isPresent()) {
      String rival = stand.rival().get();
      Row row = stand.ours().row(FIGURE, metric, stand.percent(), "%").with("rival", rival);
      Runs mine = campaign.of(stand.ours());
      Case theirs =
          Case.exact(rival, stand.ours().cell(), stand.ours().meter(), stand.ours().jobsPerHour());
      findings.row(
          stand.percent() > 0 ? row.with("because", Why.of(mine, campaign.of(theirs))) : row);
    }
  }

  private void belowScs(List<Stand> stands) {
    List<Double> below = new ArrayList<>();
    List<Double> means = new ArrayList<>();
    List<String> byLoad = new ArrayList<>();
    for (int jobsPerHour : ScsSetting.VOLUMES) {
      for (Meter meter : Meter.values()) {
        List<Double> here =
            stands.stream()
                .map(Stand::ours)
                .filter(one -> one.meter() == meter && one.jobsPerHour() == jobsPerHour)
                .map(one -> -dearerPercent(one, Policies.SCS))
                .toList();
        below.addAll(here);
        if (!here.isEmpty()) {
          means.add(Sample.of(here).mean());
          byLoad.add(
              String.format(
                  Locale.ROOT,
                  "%.1f %% at %d an hour billed by the %s",
                  Sample.of(here).mean(),
                  jobsPerHour,
                  meter.text()));
        }
      }
    }
    // Each load and billing counts as much as any other, however many of its cells were run.
    double mean = Sample.of(means).mean();
    Sample all = Sample.of(below);
    findings.check(
        "workflow at least %d %% below scs on the mean".formatted(LEAST_BELOW_SCS),
        mean >= LEAST_BELOW_SCS,
        String.format(
            Locale.ROOT,
            "%.1f %% on the mean, from %.1f to %.1f %% in %s: %s",
            mean,
            all.percentile(0),
            all.percentile(100),
            ofAll(all.size()),
            String.join(", ", byLoad)));
  }

  private void neverDearer(List<Stand> stands) {
    List<Stand> compared = stands.stream().filter(one -> one.rival().isPresent()).toList();
    List<Stand> worst =
        compared.stream()
            .sorted(Comparator.comparingDouble((Stand one) -> -one.percent()))
            .limit(WORST)
            .toList();
    long over = compared.stream().filter(one -> one.percent() > DEARER_MAX).count();
    long cheapest = compared.stream().filter(one -> one.percent() <= 0).count();
    findings.check(
        "workflow never dearer than the cheapest on-time rival by more than %d %% in any cell"
            .formatted(DEARER_MAX),
        over == 0,
        "%s, cheapest of all in %d, %d over the limit; worst: %s"
            .formatted(
                ofAll(compared.size()),
                cheapest,
                over,
                String.join("; ", worst.stream().map(AllCells::text).toList())));
  }

  private String ofAll(int cells) {
    int all = scope.cells().size() * ScsSetting.VOLUMES.size() * Meter.values().length;
    return "%d of %d cells".formatted(cells, all);
  }

  private static String text(Stand stand) {
    return String.format(
        Locale.ROOT,
        "%s at %d an hour billed by the %s %+.1f %% against %s",
        stand.ours().cell().name(),
        stand.ours().jobsPerHour(),
        stand.ours().meter().text(),
        stand.percent(),
        stand.rival().orElse("nobody"));
  }
}
