package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.output.JsonReport;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The whole of it, with one draw and half a day of arrivals. */
final class ScsPaperTest {
  private static final Scope SMALL = Scope.quick(1, 12);

  @Test
  void twoRunsAreEqualAndNoFigureIsLeftOut() {
    List<String> said = new ArrayList<>();
    Setup setup =
        Setup.of(Length.QUICK, 1).withProgress((done, steps, what) -> said.add(done + "/" + steps));
    Report first = new ScsPaper().run(setup, SMALL);
    Report second = new ScsPaper().run(Setup.of(Length.QUICK, 1), SMALL);

    assertThat(JsonReport.of(timeless(first), "", 0))
        .isEqualTo(JsonReport.of(timeless(second), "", 0));
    assertThat(first.sections()).isEqualTo(second.sections());
    everyFigureIsThere(first);
    everyClaimIsChecked(first);
    List<String> steps = said.stream().distinct().toList(); // Long ones are told of again.
    assertThat(steps).first().isEqualTo("0/" + (steps.size() - 1));
    assertThat(steps).last().isEqualTo((steps.size() - 1) + "/" + (steps.size() - 1));
    assertThat(first.notes()).anyMatch(note -> note.contains("NOT RUN (no --data DIR)"));
    assertThat(first.notes()).anyMatch(note -> note.contains("Redrawn"));
    assertThat(first.notes())
        .contains(
            "workflow at 60 jobs an hour: NOT RUN with --quick.",
            "What scs saves on the median over the cells: NOT JUDGED with --quick.");
  }

  /** Without what is measured in real time. */
  private static Report timeless(Report report) {
    var findings = new Findings();
    report.sections().forEach(one -> findings.section(one.figure(), one.title()));
    report.rows().stream().filter(row -> !row.realTime()).forEach(findings::row);
    report.checks().forEach(findings::check);
    report.notes().forEach(findings::note);
    return findings.report(new ScsPaper(), report.seeds());
  }

  private static void everyFigureIsThere(Report report) {
    int cells = SMALL.cells().size();
    for (String policy : Policies.ALL) {
      assertThat(rows(report, policy, "utilisation percent").filter(row -> !is(row, "patterns")))
          .as(policy)
          .hasSize(cells);
      assertThat(rows(report, policy, "cost over bound")).as(policy).hasSize(cells);
    }
    assertThat(rows(report, Policies.SCS, "saving percent"))
        .hasSize(3 * cells)
        .allMatch(row -> row.paper().equals(Published.range(9.8, 40.4)));
    for (String figure : List.of("figure8", "figure9", "figure10", "figure11", "figure12")) {
      assertThat(report.rows()).anyMatch(row -> is(row, figure));
      assertThat(report.charts()).anyMatch(chart -> chart.figure().equals(figure));
    }
    for (String figure : List.of("figure13", "figure14", "savings")) {
      assertThat(report.rows()).anyMatch(row -> is(row, figure));
      assertThat(report.charts()).anyMatch(chart -> chart.figure().equals(figure));
    }
    for (String figure : List.of("cells", "errors", "workflows")) {
      assertThat(report.rows()).anyMatch(row -> is(row, figure));
    }
    for (String workflow : List.of("montage", "epigenomics", "cybershake", "inspiral", "sipht")) {
      assertThat(report.rows()).anyMatch(row -> row.situation().startsWith(workflow + "/"));
    }
  }

  private static boolean is(Row row, String figure) {
    return row.figure().equals(figure);
  }

  private static Stream<Row> rows(Report report, String policy, String metric) {
    return report.rows().stream()
        .filter(row -> row.policy().equals(policy) && row.metric().equals(metric));
  }

  private static void everyClaimIsChecked(Report report) {
    assertThat(report.checks())
        .extracting(Check::name)
        .contains(
            "no job late with exact inputs",
            "scs-printed misses deadlines with exact inputs",
            "workflow at least 8 % below scs on the mean",
            "workflow never dearer than the cheapest on-time rival by more than 3 % in any cell",
            "at least 99 % of jobs on time with 20 % error in runtimes",
            "at least 99 % of jobs on time with 20 % error in lag",
            "at least 99 % of jobs on time with 20 % error in runtimes and lag",
            "with 20 % error in runtimes workflow is at most 3 % dearer than the cheapest rival"
                + " with 99 % on time",
            "the lower bound is below every on-time cost",
            "greedy beats gain-wait at low volume and loses at high");
    assertThat(report.checks())
        .filteredOn(check -> check.name().startsWith("no job late"))
        .allMatch(Check::ok);
    assertThat(report.checks())
        .filteredOn(check -> check.name().startsWith("the lower bound"))
        .allMatch(Check::ok);
  }
}
