package io.windhover.experiments.slacksched;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.experiments.chart.Pictures;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import io.windhover.simulator.KillOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SlackschedPaperTest {
  private static final Scope QUICK = new Scope(1, false);
  private static final List<String> FIGURES =
      List.of(
          "figure1",
          "figure2",
          "figure3",
          "figure4",
          "figure5",
          "figure7",
          "figure9",
          "figure10",
          "waste",
          "figure11",
          "figure12",
          "figure13",
          "figure14",
          "figure15",
          "figure16",
          "epochs",
          "figure17",
          "figure18",
          "figure19",
          "figure20",
          "figure21",
          "figure22",
          "figure23",
          "figure24",
          "map");

  @Test
  void nothingIsLeftOut() {
    List<String> said = new ArrayList<>();
    Setup setup =
        Setup.of(Length.QUICK, 1).withProgress((done, steps, what) -> said.add(done + "/" + steps));
    Report report = new SlackschedPaper().run(setup);

    int steps = said.size() - 1;
    assertThat(said).first().isEqualTo("0/" + steps);
    assertThat(said).last().isEqualTo(steps + "/" + steps);
    for (String figure : FIGURES) {
      assertThat(report.rows()).as(figure).anyMatch(row -> row.figure().equals(figure));
    }
    for (KillOrder order : Scope.KILL_ORDERS) {
      assertThat(report.rows())
          .anyMatch(row -> row.keys().stream().anyMatch(key -> key.value().equals(order.text())));
    }
    for (Supply supply : QUICK.clusters()) {
      assertThat(report.rows())
          .as("waste on %s", supply.text())
          .filteredOn(row -> row.figure().equals("waste") && row.situation().equals(supply.text()))
          .extracting(Row::policy)
          .containsAll(Policies.COMPARED);
    }
    everyClaimIsChecked(report);
    assertThat(report.charts())
        .filteredOn(chart -> chart.figure().equals("map"))
        .isNotEmpty()
        .allSatisfy(chart -> assertThat(Pictures.svg(chart)).contains("from 20"));
  }

  /** What one seed says of the policies is chance; what it says of the clusters is not. */
  private static void everyClaimIsChecked(Report report) {
    assertThat(report.checks())
        .extracting(Check::name)
        .contains(
            "mean change 5 to 13 cores",
            "mean cores by minimum inside the published ranges",
            "harvest within 8 % of the oracle on the geometric mean over the clusters, newest",
            "harvest within 15 % of the oracle on the geometric mean over the clusters, oldest",
            "acquirer converges to machines on calm servers where half of the servers are calm",
            "acquirer never drains below the work's need",
            "scaling and acquiring do not undo each other");
    assertThat(report.notes()).anyMatch(note -> note.contains("NOT JUDGED"));
    assertThat(report.checks())
        .filteredOn(
            check ->
                check.name().startsWith("C2:")
                    || check.name().startsWith("C8:")
                    || check.name().startsWith("mean "))
        .hasSize(6)
        .allMatch(Check::ok);
  }

  /** Nothing in a run depends on when or where it is made. */
  @Test
  void theSameSeedGivesTheSameRun() {
    for (String policy : Policies.COMPARED) {
      Case one = QUICK.standard(policy, Supply.C4, KillOrder.NEWEST);
      HarvestTrace trace = Supply.C4.trace(7, one.traceMillis());
      assertThat(Trial.run(one, trace, 7)).as(policy).isEqualTo(Trial.run(one, trace, 7));
    }
  }

  /** Short traces of a campaign are cut from long ones. */
  @Test
  void aShorterTraceIsTheBeginningOfALongerOne() {
    long day = Case.LEAD_MILLIS;
    for (Supply supply : List.of(Supply.C1, Supply.WIND)) {
      HarvestTrace cut = Campaign.until(supply.trace(3, 3 * day), 2 * day);
      assertThat(cut).isEqualTo(supply.trace(3, 2 * day));
    }
  }

  @Test
  void theOracleLosesNothingAndNobodyLosesAnythingOnSteadyMachines() {
    Case oracle = QUICK.standard(Policies.ORACLE, Supply.C2, KillOrder.OLDEST);
    HarvestTrace trace = Supply.C2.trace(2, oracle.traceMillis());
    assertThat(Trial.run(oracle, trace, 2).killed()).isZero();
    Case capacity = oracle.by(Policies.CAPACITY);
    assertThat(Trial.run(capacity, trace, 2).killed()).isPositive();
    assertThat(Trial.run(capacity.onSteadyMachines(), trace, 2).killed()).isZero();
  }
}
