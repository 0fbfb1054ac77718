package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Beyond Figures 12 and 13: every cell with errors, what being safe against them costs, and what it
 * would cost with another policy.
 */
final class Errors {
  private static final String FIGURE = "errors";
  private static final int ON_TIME_PERCENT = 99;
  private static final int EXTRA_PERCENT = 10;

  /** Half an hour leaves a dozen tasks hardly any choice. */
  private static final int EXTRA_PERCENT_TIGHT = 15;

  private static final int DEARER_PERCENT = 3;
  private static final int WORST = 3;

  /** What rivals are told to keep back: somewhat less than the largest error, and all of it. */
  private static final List<Integer> MARGINS_PERCENT = List.of(15, 20);

  /** Those that are told nothing of errors. */
  private static final List<String> UNTOLD = List.of(Policies.WORKFLOW, Policies.SCS);

  /** A cell with an error of a kind, beside the same draws without. */
  private record Price(Case one, double onTimePercent, double dollars, double extraPercent) {
    String cell() {
      return one.cell().name();
    }

    boolean isSafe() {
      return onTimePercent >= ON_TIME_PERCENT;
    }

    double beyondPercent() {
      Cell cell = one.cell();
      boolean tight =
          cell.application() == Application.HYBRID
              && cell.deadlineMillis() == ScsSetting.HOUR_MILLIS / 2;
      return extraPercent - (tight ? EXTRA_PERCENT_TIGHT : EXTRA_PERCENT);
    }
  }

  /** Ours beside the cheapest rival that margins make as safe. */
  private record Beside(Price ours, Price rival) {
    double dearerPercent() {
      return 100 * (ours.dollars / rival.dollars - 1);
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

  static Block block(Scope scope) {
    List<Case> cases = new ArrayList<>();
    for (String policy : Policies.LONGEST_FIRST) {
      for (Cell cell : scope.errorCells()) {
        if (UNTOLD.contains(policy) || Policies.WITH_MARGINS.contains(policy)) {
          cases.add(ErrorKind.exact(cell, policy));
        }
        for (ErrorKind kind : ErrorKind.values()) {
          if (UNTOLD.contains(policy)) {
            cases.add(kind.in(cell, policy));
          }
          cases.addAll(told(cell, kind, policy));
        }
      }
    }
    return Block.of("20 % error in every cell", cases, scope.errorDraws());
  }

  /** The rival, told how much to keep back; nothing of a policy that cannot be told. */
  private static List<Case> told(Cell cell, ErrorKind kind, String rival) {
    return Policies.WITH_MARGINS.contains(rival)
        ? MARGINS_PERCENT.stream()
            .map(percent -> kind.in(cell, rival).withMargins(percent))
            .toList()
        : List.of();
  }

  void run() {
    findings.section(
        FIGURE,
        "20 % error in every cell",
        "Jobs in time, and what the same policy pays more than with exact estimates on the same"
            + " draws; %d draws a cell, billed by the hour, %d jobs an hour."
                .formatted(scope.errorDraws(), ScsSetting.USUAL),
        "A draw counts only if its job could be in time even if each of its runtimes and the lag"
            + " took a fifth longer. workflow and scs are told nothing of errors; of gain-wait,"
            + " ic-pcp and scs with margins of %s %% on what errs, the cheapest that has %d %% in"
                .formatted(
                    String.join(" and ", MARGINS_PERCENT.stream().map(String::valueOf).toList()),
                    ON_TIME_PERCENT)
            + " time stands beside them (marginPercent).");
    for (ErrorKind kind : ErrorKind.values()) {
      for (String policy : UNTOLD) {
        prices(kind, policy).forEach(this::rows);
      }
      List<Price> ours = prices(kind, Policies.WORKFLOW);
      List<Beside> beside = new ArrayList<>();
      for (Price price : ours) {
        cheapestSafe(price.one.cell(), kind).ifPresent(one -> beside.add(new Beside(price, one)));
      }
      beside.forEach(one -> rows(one.rival));
      checkOnTime(kind, ours);
      checkPrice(kind, ours, beside);
      checkBeside(kind, beside);
    }
  }

  private List<Price> prices(ErrorKind kind, String policy) {
    return scope.errorCells().stream().map(cell -> price(kind.in(cell, policy))).toList();
  }

  private Price price(Case one) {
    Runs wrong = of(one);
    Runs exact = of(ErrorKind.exact(one.cell(), one.policy()));
    double extra = 100 * (wrong.dollars() / exact.dollars() - 1);
    return new Price(one, wrong.onTimePercent(), wrong.dollars(), extra);
  }

  private Runs of(Case one) {
    return campaign.of(one, scope.errorDraws());
  }

  private Optional<Price> cheapestSafe(Cell cell, ErrorKind kind) {
    return Policies.WITH_MARGINS.stream()
        .flatMap(rival -> told(cell, kind, rival).stream())
        .map(this::price)
        .filter(Price::isSafe)
        .min(Comparator.comparingDouble(Price::dollars));
  }

  private void rows(Price price) {
    findings.row(row(price, "on-time percent", price.onTimePercent));
    findings.row(
        row(price, "extra cost percent", price.extraPercent).with("dollars", price.dollars));
  }

  private static Row row(Price price, String metric, double value) {
    Row row =
        price.one.row(FIGURE, metric, value, "%").with("error", ErrorKind.of(price.one).text());
    return price.one.marginPercent() == 0
        ? row
        : row.with("marginPercent", price.one.marginPercent());
  }

  private void checkOnTime(ErrorKind kind, List<Price> ours) {
    findings.check(
        "at least %d %% of jobs on time with 20 %% error in %s"
            .formatted(ON_TIME_PERCENT, kind.text()),
        ours.stream().allMatch(Price::isSafe),
        "workflow, %d cells, least: %s"
            .formatted(
                ours.size(),
                worst(
                    ours,
                    price -> -price.onTimePercent,
                    price -> number("%.2f %%", price.onTimePercent) + " in " + price.cell())));
  }

  private void checkPrice(ErrorKind kind, List<Price> ours, List<Beside> beside) {
    List<Beside> over = beside.stream().filter(one -> one.ours.beyondPercent() > 0).toList();
    String rivals =
        over.isEmpty()
            ? ""
            : number(
                "; over in %d cells, where a safe rival costs %+.1f %% more than workflow with"
                    + " exact inputs on the mean",
                over.size(), mean(over, Errors::rivalBeyondExactPercent));
    findings.check(
        ("20 %% error in %s costs at most %d %% more than exact inputs"
                + " (%d %% for hybrid at 0.5h)")
            .formatted(kind.text(), EXTRA_PERCENT, EXTRA_PERCENT_TIGHT),
        ours.stream().allMatch(price -> price.beyondPercent() <= 0),
        "workflow, mean %s, most: %s%s"
            .formatted(
                number("%+.1f %%", mean(ours, Price::extraPercent)),
                worst(
                    ours,
                    Price::beyondPercent,
                    price -> number("%+.1f %%", price.extraPercent) + " in " + price.cell()),
                rivals));
  }

  private static double rivalBeyondExactPercent(Beside one) {
    double exact = one.ours.dollars / (1 + one.ours.extraPercent / 100);
    return 100 * (one.rival.dollars / exact - 1);
  }

  private void checkBeside(ErrorKind kind, List<Beside> beside) {
    findings.check(
        ("with 20 %% error in %s workflow is at most %d %% dearer than any rival that margins"
                + " make safe")
            .formatted(kind.text(), DEARER_PERCENT),
        !beside.isEmpty() && beside.stream().allMatch(one -> one.dearerPercent() <= DEARER_PERCENT),
        "%d cells, mean %s, cheaper in %d, most: %s"
            .formatted(
                beside.size(),
                number("%+.1f %%", mean(beside, Beside::dearerPercent)),
                beside.stream().filter(one -> one.dearerPercent() < 0).count(),
                worst(
                    beside,
                    Beside::dearerPercent,
                    one ->
                        number(
                            "%+.1f %% in %s (%s, margins %d %%)",
                            one.dearerPercent(),
                            one.ours.cell(),
                            one.rival.one.policy(),
                            one.rival.one.marginPercent()))));
  }

  private static <T> double mean(List<T> all, ToDoubleFunction<T> value) {
    return all.stream().mapToDouble(value).average().orElse(0);
  }

  /** Those with the highest values. */
  private static <T> String worst(
      List<T> all, ToDoubleFunction<T> value, Function<T, String> text) {
    return String.join(
        ", ",
        all.stream()
            .sorted(Comparator.comparingDouble(value).reversed())
            .limit(WORST)
            .map(text)
            .toList());
  }

  private static String number(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
