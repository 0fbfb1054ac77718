package io.windhover.app.command;

import io.windhover.experiments.forecast.Dollars;
import io.windhover.experiments.forecast.Figures;
import io.windhover.experiments.forecast.Interval;
import io.windhover.experiments.forecast.Point;
import io.windhover.experiments.forecast.Use;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A plan for people. */
final class PlanText {
  private PlanText() {}

  /**
   * @param unicode whether more than ASCII can be shown
   */
  static void print(PlanReport shown, boolean unicode, PrintWriter out) {
    out.printf(
        "%s: %s, policy %s, %s, catalogue %s%n",
        shown.scenario().name(),
        Words.tasks(shown.tasks()),
        shown.policy().name(),
        shown.seeds() == 1 ? "1 run" : Words.number(shown.seeds()) + " runs a deadline",
        shown.scenario().catalogue().name());
    out.printf("market: %s%n", shown.market().text());
    out.printf("earliest possible end: %s%n%n", Durations.format(shown.earliestMillis()));
    if (shown.points().size() > 1) {
      new PlanBars(shown.points(), unicode).print(out);
      out.println();
    }
    table(shown.points(), out);
    if (!shown.besides().isEmpty()) {
      besides(shown, out);
    }
    mixed(shown).ifPresent(point -> mix(point, out));
    out.println();
    out.println(shown.advice().text());
  }

  private static void table(List<Point> points, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "deadline",
            "in time",
            "probability",
            "expected",
            "95 of 100",
            "on-demand",
            "bound",
            "ends after",
            "hibernations"));
    for (Point point : points) {
      rows.add(row(point));
    }
    Table.print(rows, out);
    points.stream()
        .filter(point -> !point.possible())
        .reduce((shorter, longer) -> longer)
        .ifPresent(point -> out.println(point.obstacle().orElseThrow()));
    for (Point point : points) {
      if (point.possible() && point.done() < point.runs()) {
        out.printf(
            "%s: work was left undone in %d of %d runs; they count as late, not in the costs%n",
            Durations.format(point.deadlineMillis()), point.runs() - point.done(), point.runs());
      }
    }
  }

  private static void besides(PlanReport shown, PrintWriter out) {
    out.printf("%nexpected cost by policy:%n");
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("deadline", shown.policy().name()));
    shown.besides().forEach(beside -> head.add(beside.policy()));
    rows.add(head);
    for (int p = 0; p < shown.points().size(); p++) {
      Point main = shown.points().get(p);
      List<String> row = new ArrayList<>();
      row.add(Durations.format(main.deadlineMillis()));
      row.add(besides(main));
      for (PlanReport.Beside beside : shown.besides()) {
        row.add(besides(beside.points().get(p)));
      }
      rows.add(row);
    }
    Table.print(rows, out);
  }

  /** The cost, and how many were late where some were. */
  private static String besides(Point point) {
    if (point.figures().isEmpty()) {
      return point.possible() ? "never done" : "impossible";
    }
    String cost = Dollars.shown(point.figures().get().costMean());
    int late = point.runs() - point.inTime();
    return late == 0 ? cost : "%s (%d late)".formatted(cost, late);
  }

  private static List<String> row(Point point) {
    List<String> row = new ArrayList<>();
    row.add(Durations.format(point.deadlineMillis()));
    Figures figures = point.figures().orElse(null);
    if (figures == null) {
      row.add(point.possible() ? "never done" : "impossible");
      row.addAll(List.of("", "", "", "", "", "", ""));
      return row;
    }
    row.add("%d/%d".formatted(point.inTime(), point.runs()));
    row.add(interval(point.confidence()));
    row.add(Dollars.shown(figures.costMean()));
    row.add(Dollars.shown(figures.costP95()));
    row.add(dollars(point.references().onDemandOnly()));
    row.add(dollars(point.references().lowerBound()));
    row.add(Durations.format(Math.round(figures.makespanMeanMillis())));
    row.add(String.format(Locale.ROOT, "%.1f", figures.hibernations()));
    return row;
  }

  private static String interval(Interval confidence) {
    return String.format(
        Locale.ROOT, "%.1f-%.1f %%", 100 * confidence.low(), 100 * confidence.high());
  }

  private static String dollars(OptionalDouble value) {
    return value.isPresent() ? Dollars.shown(value.getAsDouble()) : "-";
  }

  /** The advised one, else the longest that was ever done. */
  private static Optional<Point> mixed(PlanReport shown) {
    return shown
        .advice()
        .chosen()
        .or(
            () ->
                shown.points().stream()
                    .filter(point -> point.figures().isPresent())
                    .reduce((shorter, longer) -> longer));
  }

  private static void mix(Point point, PrintWriter out) {
    out.printf("%nrented within %s, on average:%n", Durations.format(point.deadlineMillis()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("VMs", "count", "hours up", "cost"));
    for (Use use : point.figures().orElseThrow().mix()) {
      rows.add(
          List.of(
              use.type() + " " + use.market(),
              String.format(Locale.ROOT, "%.2f", use.count()),
              String.format(Locale.ROOT, "%.2f", use.hours()),
              Dollars.shown(use.dollars())));
    }
    Table.print(rows, out);
  }
}
