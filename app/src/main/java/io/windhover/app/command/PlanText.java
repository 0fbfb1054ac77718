package io.windhover.app.command;

import io.windhover.app.plan.ClockTimes;
import io.windhover.core.words.Counted;
import io.windhover.experiments.forecast.Dollars;
import io.windhover.experiments.forecast.Point;
import io.windhover.experiments.forecast.Use;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A plan for people. */
final class PlanText {
  private static final String CHEAPEST = "* ";

  private PlanText() {}

  /**
   * @param unicode whether more than ASCII can be shown
   */
  static void print(PlanReport shown, boolean unicode, PrintWriter out) {
    head(shown, out);
    if (shown.points().size() > 1) {
      new PlanBars(shown.points(), unicode).print(out);
      out.println();
    }
    Table.printFolded(PlanColumns.rows(shown), out);
    notes(shown.points(), out);
    if (!shown.besides().isEmpty()) {
      besides(shown, out);
    }
    shown.advice().about().ifPresent(point -> mix(shown, point, out));
    out.println();
    out.println(shown.advice().text());
    shown.otherPolicy().ifPresent(out::println);
  }

  private static void head(PlanReport shown, PrintWriter out) {
    out.printf(
        "%s: %s, policy %s, %s, catalogue %s%n",
        shown.scenario().name(),
        work(shown),
        shown.policy().name() + settings(shown.policy().settings()),
        runs(shown),
        shown.scenario().catalogue().name());
    out.printf("market: %s%n", shown.market().text());
    shown.counted().ifPresent(from -> moments(shown.points(), from, out));
    String earliest = Durations.format(shown.earliest().millis());
    if (shown.classes().size() > 1) {
      out.printf("every deadline is looked at for all classes alike%n");
      out.printf("earliest possible end: %s (%s)%n%n", earliest, shown.earliest().job());
    } else {
      out.printf("earliest possible end: %s%n%n", earliest);
    }
  }

  /** Which moments the spans of the table stand for. */
  private static void moments(List<Point> points, ClockTimes from, PrintWriter out) {
    long first = points.get(0).deadlineMillis();
    long last = points.get(points.size() - 1).deadlineMillis();
    out.printf(
        "deadlines count from %s: %s is %s%s%n",
        from.text(from.nowMillis()),
        Durations.format(first),
        from.text(from.nowMillis() + first),
        first == last
            ? ""
            : ", %s is %s".formatted(Durations.format(last), from.text(from.nowMillis() + last)));
  }

  private static String settings(Map<String, String> settings) {
    List<String> each = new ArrayList<>();
    settings.forEach((name, value) -> each.add(name + ": " + value));
    return each.isEmpty() ? "" : " (" + String.join(", ", each) + ")";
  }

  private static String work(PlanReport shown) {
    if (!shown.ofStream()) {
      return Words.tasks(shown.jobs().get(0).spec().taskCount());
    }
    return "a stream of %s%s (%s)"
        .formatted(
            Words.jobs(shown.jobs().size()),
            shown.scenario().sameWorkForEverySeed() ? "" : " or so",
            String.join(", ", shown.classes()));
  }

  private static String runs(PlanReport shown) {
    if (shown.seeds() > 1) {
      return Words.number(shown.seeds()) + " runs a deadline";
    }
    return shown.scenario().nothingVaries() ? "1 run (all would be alike)" : "1 run";
  }

  /** What stands in the way of the longest deadline that cannot be met, and what was not done. */
  private static void notes(List<Point> points, PrintWriter out) {
    points.stream()
        .filter(point -> !point.possible())
        .reduce((shorter, longer) -> longer)
        .ifPresent(point -> out.println(point.obstacle().orElseThrow()));
    for (Point point : points) {
      if (point.done() < point.runs()) {
        out.printf(
            "%s: work was left undone in %d of %s; it counts as late, and the costs leave"
                + " those runs out%n",
            Durations.format(point.deadlineMillis()),
            point.runs() - point.done(),
            Counted.of(point.runs(), "run"));
      }
    }
  }

  private static void besides(PlanReport shown, PrintWriter out) {
    out.printf("%nexpected cost by policy:%n");
    List<PlanReport.Beside> policies = shown.policies();
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("deadline"));
    policies.forEach(policy -> head.add(policy.policy()));
    rows.add(head);
    for (int p = 0; p < shown.points().size(); p++) {
      List<String> row = new ArrayList<>();
      row.add(Durations.format(shown.points().get(p).deadlineMillis()));
      String cheapest = shown.cheapest(p).map(PlanReport.Beside::policy).orElse("");
      for (PlanReport.Beside policy : policies) {
        String mark = policy.policy().equals(cheapest) ? CHEAPEST : "";
        row.add(mark + besides(policy.points().get(p)));
      }
      rows.add(row);
    }
    Table.printFolded(rows, out);
    if (rows.stream().flatMap(List::stream).anyMatch(cell -> cell.startsWith(CHEAPEST))) {
      out.println(CHEAPEST + "the cheapest of those that are sure");
    }
  }

  /** The cost, and how many were late where some were. */
  private static String besides(Point point) {
    if (point.figures().isEmpty()) {
      return PlanColumns.notDone(point);
    }
    String cost = Dollars.shown(point.costMean());
    int late = point.jobs() - point.inTime();
    return late == 0 ? cost : "%s (%d late)".formatted(cost, late);
  }

  private static void mix(PlanReport shown, Point point, PrintWriter out) {
    String deadline = Durations.format(point.deadlineMillis());
    List<List<String>> rows = new ArrayList<>();
    if (shown.ofStream()) {
      out.printf("%nrented when %s are promised, on average:%n", deadline);
      rows.add(List.of("VMs", "count", "hours paid", "cost"));
    } else {
      out.printf("%nrented within %s, on average:%n", deadline);
      rows.add(List.of("VMs", "count", "hours up", "cost"));
    }
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
