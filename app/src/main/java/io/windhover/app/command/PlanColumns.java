package io.windhover.app.command;

import io.windhover.experiments.forecast.Dollars;
import io.windhover.experiments.forecast.Figures;
import io.windhover.experiments.forecast.Interval;
import io.windhover.experiments.forecast.Point;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/** The table of a plan: a row for each deadline, with what matters for a job or for a stream. */
final class PlanColumns {
  /** A column of deadlines that were tried. */
  private record Column(String head, BiFunction<Point, Figures, String> cell) {}

  private static final Column EXPECTED =
      new Column("expected", (point, figures) -> Dollars.shown(figures.costMean()));
  private static final Column MOST =
      new Column("95 of 100", (point, figures) -> Dollars.shown(figures.costP95()));
  private static final Column BOUND =
      new Column("bound", (point, figures) -> dollars(point.references().lowerBound()));
  private static final Column IN_TIME =
      new Column("in time", (point, figures) -> "%d/%d".formatted(point.inTime(), point.jobs()));

  private static final List<Column> OF_JOB =
      List.of(
          IN_TIME,
          new Column("probability", (point, figures) -> interval(point.confidence())),
          EXPECTED,
          MOST,
          new Column("on-demand", (point, figures) -> dollars(point.references().onDemandOnly())),
          BOUND,
          new Column("ends after", (point, figures) -> makespan(figures)));

  private static final List<Column> OF_STREAM =
      List.of(
          IN_TIME,
          new Column("share", (point, figures) -> percent(point.probability())),
          new Column("worst run", (point, figures) -> percent(point.worstShare())),
          EXPECTED,
          MOST,
          new Column("a job", (point, figures) -> dollars(point.costPerJob())),
          BOUND,
          new Column("times bound", (point, figures) -> times(point.timesBound())),
          new Column("a job takes", (point, figures) -> makespan(figures)));

  private PlanColumns() {}

  static List<List<String>> rows(PlanReport shown) {
    List<Column> columns = new ArrayList<>(shown.ofStream() ? OF_STREAM : OF_JOB);
    for (MarketEvents event : MarketEvents.values()) {
      double all =
          shown.points().stream()
              .flatMap(point -> point.figures().stream())
              .mapToDouble(figures -> mean(event, figures))
              .sum();
      if (event.told(shown.scenario(), all)) {
        columns.add(new Column(event.word(), (point, figures) -> count(mean(event, figures))));
      }
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("deadline"));
    columns.forEach(column -> head.add(column.head()));
    rows.add(head);
    shown.points().forEach(point -> rows.add(row(point, columns)));
    return rows;
  }

  private static double mean(MarketEvents event, Figures figures) {
    return switch (event) {
      case HIBERNATIONS -> figures.hibernations();
      case TERMINATIONS -> figures.terminations();
      case NOTICES -> figures.notices();
    };
  }

  private static List<String> row(Point point, List<Column> columns) {
    List<String> row = new ArrayList<>(List.of(Durations.format(point.deadlineMillis())));
    for (Column column : columns) {
      row.add(point.figures().map(figures -> column.cell().apply(point, figures)).orElse(""));
    }
    if (point.figures().isEmpty()) {
      row.set(1, notDone(point));
    }
    return row;
  }

  /** Instead of numbers. */
  static String notDone(Point point) {
    return point.possible() ? "never done" : "impossible";
  }

  /** What happens once in a hundred runs is not nothing. */
  private static String count(double mean) {
    return mean > 0 && mean < 0.05 ? "<0.1" : String.format(Locale.ROOT, "%.1f", mean);
  }

  private static String interval(Interval confidence) {
    return String.format(
        Locale.ROOT, "%.1f-%.1f %%", 100 * confidence.low(), 100 * confidence.high());
  }

  /** Rounded down, so that all means all. */
  private static String percent(double share) {
    return StreamText.percent(Math.floor(share * 1000) / 1000);
  }

  private static String makespan(Figures figures) {
    return Durations.format(Math.round(figures.makespanMeanMillis()));
  }

  private static String dollars(OptionalDouble value) {
    return value.isPresent() ? Dollars.shown(value.getAsDouble()) : "-";
  }

  private static String times(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "-";
  }
}
