package io.windhover.experiments.scs;

import io.windhover.core.words.Counted;
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
 * Beyond Figures 12 and 13: other cells with errors, what being safe against them costs, and what
 * it would cost with another policy.
 */
final class Errors {
  private static final String FIGURE = "errors";
  private static final int ON_TIME_PERCENT = 99;
  private static final int EXTRA_PERCENT = 10;

  /** Half an hour leaves a dozen tasks hardly any choice. */
  private static final int EXTRA_PERCENT_TIGHT = 15;

  private static final int DEARER_PERCENT = 3;
  private static final int WORST = 3;

  /** What rivals are told to keep back, from nothing to the largest error. */
  private static final List<Integer> MARGINS_PERCENT = List.of(0, 10, 15, 20);

  /**
   * What exact inputs are worth is seen beside what time is worth. Six tasks in a row take a tenth
   * longer than estimated in 2 of 100 jobs when each errs by up to a fifth.
   */
  private static final int LESS_TIME_PERCENT = 10;

  /** Those that are told nothing of errors. */
  private static final List<String> UNTOLD = List.of(Policies.WORKFLOW, Policies.SCS);

  /** A cell with an error of a kind, beside the same draws without. */
  private record Price(
      Case one, ErrorKind kind, double onTimePercent, double dollars, double exactDollars) {
    String cell() {
      return one.cell().name();
    }

    double extraPercent() {
      return moreThanPercent(exactDollars);
    }

    double moreThanPercent(double others) {
      return 100 * (dollars / others - 1);
    }

    boolean isSafe() {
      return onTimePercent >= ON_TIME_PERCENT;
    }

    double beyondPercent() {
      Cell cell = one.cell();
      boolean tight =
          cell.application() == Application.HYBRID
              && cell.deadlineMillis() == ScsSetting.HOUR_MILLIS / 2;
      return extraPercent() - (tight ? EXTRA_PERCENT_TIGHT : EXTRA_PERCENT);
    }
  }

  /** Ours beside the cheapest rival that has as many jobs in time as is asked for. */
  private record Beside(Price ours, Price rival) {
    double dearerPercent() {
      return ours.moreThanPercent(rival.dollars);
    }

    /** What the rival costs more than ours with exact inputs. */
    double rivalExtraPercent() {
      return rival.moreThanPercent(ours.exactDollars);
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
    for (Cell cell : scope.errorCells()) {
      cases.add(hasty(cell));
      for (String policy : UNTOLD) {
        cases.add(ErrorKind.exact(cell, policy));
        for (ErrorKind kind : ErrorKind.values()) {
          cases.add(kind.in(cell, policy));
        }
      }
      for (String rival : Policies.WITH_MARGINS) {
        cases.add(ErrorKind.exact(cell, rival));
        for (ErrorKind kind : ErrorKind.values()) {
          cases.addAll(told(cell, kind, rival));
        }
      }
    }
    Block block = Block.of("20 % error", cases, scope.errorDraws());
    return Block.together(block.what(), List.of(block));
  }

  /** Nothing errs, but there is less time. */
  private static Case hasty(Cell cell) {
    return ErrorKind.exact(cell, Policies.WORKFLOW).withLessTime(LESS_TIME_PERCENT);
  }

  /** What less time costs more, with exact inputs. */
  private double hastePercent(Cell cell) {
    Runs exact = of(ErrorKind.exact(cell, Policies.WORKFLOW));
    return 100 * (of(hasty(cell)).dollars() / exact.dollars() - 1);
  }

  /** The rival, told how much to keep back. */
  private static List<Case> told(Cell cell, ErrorKind kind, String rival) {
    return MARGINS_PERCENT.stream()
        .map(percent -> kind.in(cell, rival).withMargins(percent))
        .toList();
  }

  void run() {
    findings.section(
        FIGURE,
        "20 %% error in %d of %d cells".formatted(scope.errorCells().size(), scope.cells().size()),
        "Jobs in time, and what the same policy pays more than with exact estimates on the same"
            + " draws; %s a cell, billed by the hour, %d jobs an hour."
                .formatted(Counted.of(scope.errorDraws(), "draw"), ScsSetting.USUAL),
        "A draw counts only if its job could be in time even if each of its runtimes and the lag"
            + " took a fifth longer. workflow and scs are told nothing of errors. Beside them"
            + " stands the cheapest of %s, each with margins of %s %% on what errs, that has %d %%"
                .formatted(
                    String.join(", ", Policies.WITH_MARGINS),
                    String.join(", ", MARGINS_PERCENT.stream().map(String::valueOf).toList()),
                    ON_TIME_PERCENT)
            + " of jobs in time in that cell (marginPercent): a choice that can be made only"
            + " afterwards.",
        "For comparison, what workflow with exact inputs pays more when every deadline is %d %%"
                .formatted(LESS_TIME_PERCENT)
            + " shorter (lessTimePercent): where that is much, so are errors, since whoever plans"
            + " has to keep time back for them.");
    for (Cell cell : scope.errorCells()) {
      findings.row(
          hasty(cell)
              .row(FIGURE, "extra cost percent", hastePercent(cell), "%")
              .with("lessTimePercent", LESS_TIME_PERCENT));
    }
    for (ErrorKind kind : ErrorKind.values()) {
      List<Price> ours = prices(kind, Policies.WORKFLOW);
      ours.forEach(price -> rows(price, false));
      prices(kind, Policies.SCS).forEach(price -> rows(price, false));
      List<Beside> beside = new ArrayList<>();
      for (Price price : ours) {
        cheapestSafe(price.one.cell(), kind).ifPresent(one -> beside.add(new Beside(price, one)));
      }
      beside.forEach(one -> rows(one.rival, true));
      checkOnTime(kind, ours);
      checkPrice(kind, ours, beside);
      checkBeside(kind, ours, beside);
    }
  }

  private List<Price> prices(ErrorKind kind, String policy) {
    return scope.errorCells().stream().map(cell -> price(kind, kind.in(cell, policy))).toList();
  }

  private Price price(ErrorKind kind, Case one) {
    Runs wrong = of(one);
    Runs exact = of(ErrorKind.exact(one.cell(), one.policy()));
    return new Price(one, kind, wrong.onTimePercent(), wrong.dollars(), exact.dollars());
  }

  private Runs of(Case one) {
    return campaign.of(one, scope.errorDraws());
  }

  private Optional<Price> cheapestSafe(Cell cell, ErrorKind kind) {
    return Policies.WITH_MARGINS.stream()
        .flatMap(rival -> told(cell, kind, rival).stream())
        .map(one -> price(kind, one))
        .filter(Price::isSafe)
        .min(Comparator.comparingDouble(Price::dollars));
  }

  private void rows(Price price, boolean told) {
    findings.row(row(price, "on-time percent", price.onTimePercent, told));
    findings.row(
        row(price, "extra cost percent", price.extraPercent(), told)
            .with("dollars", price.dollars));
  }

  private static Row row(Price price, String metric, double value, boolean told) {
    Row row = price.one.row(FIGURE, metric, value, "%").with("error", price.kind.text());
    return told ? row.with("marginPercent", price.one.marginPercent()) : row;
  }

  private void checkOnTime(ErrorKind kind, List<Price> ours) {
    findings.check(
        "at least %d %% of jobs on time with 20 %% error in %s"
            .formatted(ON_TIME_PERCENT, kind.text()),
        ours.stream().allMatch(Price::isSafe),
        "workflow, %s, least: %s"
            .formatted(
                Counted.of(ours.size(), "cell"),
                worst(
                    ours,
                    price -> -price.onTimePercent,
                    price -> number("%.2f %%", price.onTimePercent) + " in " + price.cell())));
  }

  private void checkPrice(ErrorKind kind, List<Price> ours, List<Beside> beside) {
    long over = ours.stream().filter(price -> price.beyondPercent() > 0).count();
    List<Beside> safe = beside.stream().filter(one -> one.ours.beyondPercent() > 0).toList();
    String others =
        safe.isEmpty()
            ? ""
            : "; in those with a safe rival it costs %s more than workflow with exact inputs"
                    .formatted(range(safe, Beside::rivalExtraPercent))
                + ", and exact inputs with %d %% less time %s"
                    .formatted(
                        LESS_TIME_PERCENT, range(safe, one -> hastePercent(one.ours.one.cell())));
    findings.check(
        ("20 %% error in %s costs at most %d %% more than exact inputs"
                + " (%d %% for hybrid at 0.5h)")
            .formatted(kind.text(), EXTRA_PERCENT, EXTRA_PERCENT_TIGHT),
        over == 0,
        "workflow, mean %s, most: %s; over in %d of %d cells%s"
            .formatted(
                number("%+.1f %%", mean(ours, Price::extraPercent)),
                worst(
                    ours,
                    Price::beyondPercent,
                    price -> number("%+.1f %%", price.extraPercent()) + " in " + price.cell()),
                over,
                ours.size(),
                others));
  }

  private void checkBeside(ErrorKind kind, List<Price> ours, List<Beside> beside) {
    findings.check(
        ("with 20 %% error in %s workflow is at most %d %% dearer than the cheapest rival with %d"
                + " %% on time")
            .formatted(kind.text(), DEARER_PERCENT, ON_TIME_PERCENT),
        !beside.isEmpty() && beside.stream().allMatch(one -> one.dearerPercent() <= DEARER_PERCENT),
        "%d of %d cells have one; mean %s, cheaper in %d, most: %s"
            .formatted(
                beside.size(),
                ours.size(),
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

  private static <T> String range(List<T> all, ToDoubleFunction<T> value) {
    return number(
        "%+.1f %% (mean of %d, from %+.1f to %+.1f)",
        mean(all, value),
        all.size(),
        all.stream().mapToDouble(value).min().orElse(0),
        all.stream().mapToDouble(value).max().orElse(0));
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
