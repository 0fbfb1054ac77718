package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Beyond Figures 12 and 13: every cell with errors, and what being safe against them costs. */
final class Errors {
  private static final String FIGURE = "errors";
  private static final int ON_TIME_PERCENT = 99;
  private static final int EXTRA_PERCENT = 10;

  /** Half an hour leaves a dozen tasks hardly any choice. */
  private static final int EXTRA_PERCENT_TIGHT = 15;

  private static final int WORST = 3;

  /** A cell with an error of a kind, beside the same draws without. */
  private record Price(Cell cell, ErrorKind kind, double onTimePercent, double extraPercent) {
    int allowedPercent() {
      boolean tight =
          cell.application() == Application.HYBRID
              && cell.deadlineMillis() == ScsSetting.HOUR_MILLIS / 2;
      return tight ? EXTRA_PERCENT_TIGHT : EXTRA_PERCENT;
    }
  }

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Errors(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  private static List<String> policies() {
    return List.of(Policies.WORKFLOW, Policies.SCS);
  }

  static Block block(Scope scope) {
    List<Case> cases = new ArrayList<>();
    for (String policy : policies()) {
      for (Cell cell : scope.errorCells()) {
        cases.add(ErrorKind.exact(cell, policy));
        for (ErrorKind kind : ErrorKind.values()) {
          cases.add(kind.in(cell, policy));
        }
      }
    }
    return Block.of("20 % error in every cell", cases, scope.errorDraws());
  }

  void run() {
    findings.section(
        FIGURE,
        "20 % error in every cell",
        "Jobs in time, and what the same policy pays more than with exact estimates on the same"
            + " draws; %d draws a cell, billed by the hour, %d jobs an hour."
                .formatted(scope.errorDraws(), ScsSetting.USUAL),
        "A draw counts only if its job could be in time even if each of its runtimes and the lag"
            + " took a fifth longer.");
    for (ErrorKind kind : ErrorKind.values()) {
      for (String policy : policies()) {
        List<Price> prices =
            scope.errorCells().stream().map(cell -> price(cell, kind, policy)).toList();
        prices.forEach(price -> rows(price, policy));
        if (policy.equals(Policies.WORKFLOW)) {
          checks(kind, prices);
        }
      }
    }
  }

  private Price price(Cell cell, ErrorKind kind, String policy) {
    Runs wrong = of(kind.in(cell, policy));
    Runs exact = of(ErrorKind.exact(cell, policy));
    double extra = 100 * (wrong.dollars() / exact.dollars() - 1);
    return new Price(cell, kind, wrong.onTimePercent(), extra);
  }

  private Runs of(Case one) {
    return campaign.of(one, scope.errorDraws());
  }

  private void rows(Price price, String policy) {
    Case one = price.kind().in(price.cell(), policy);
    findings.row(
        one.row(FIGURE, "on-time percent", price.onTimePercent(), "%")
            .with("error", price.kind().text()));
    findings.row(
        one.row(FIGURE, "extra cost percent", price.extraPercent(), "%")
            .with("error", price.kind().text())
            .with("dollars", of(one).dollars()));
  }

  private void checks(ErrorKind kind, List<Price> prices) {
    List<Price> late =
        prices.stream().sorted(Comparator.comparingDouble(Price::onTimePercent)).toList();
    findings.check(
        "at least %d %% of jobs on time with 20 %% error in %s"
            .formatted(ON_TIME_PERCENT, kind.text()),
        late.stream().allMatch(price -> price.onTimePercent() >= ON_TIME_PERCENT),
        "workflow, %d cells, least: %s"
            .formatted(
                prices.size(), worst(late, price -> number("%.2f %%", price.onTimePercent()))));
    List<Price> dear =
        prices.stream()
            .sorted(
                Comparator.comparingDouble(
                    (Price price) -> price.allowedPercent() - price.extraPercent()))
            .toList();
    findings.check(
        ("20 %% error in %s costs at most %d %% more than exact inputs"
                + " (%d %% for hybrid at 0.5h)")
            .formatted(kind.text(), EXTRA_PERCENT, EXTRA_PERCENT_TIGHT),
        dear.stream().allMatch(price -> price.extraPercent() <= price.allowedPercent()),
        "workflow, mean %s, most: %s"
            .formatted(
                number(
                    "%+.1f %%",
                    prices.stream().mapToDouble(Price::extraPercent).average().orElse(0)),
                worst(dear, price -> number("%+.1f %%", price.extraPercent()))));
  }

  private static String worst(List<Price> sorted, Function<Price, String> text) {
    return String.join(
        ", ",
        sorted.stream()
            .limit(WORST)
            .map(price -> text.apply(price) + " in " + price.cell().name())
            .toList());
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
