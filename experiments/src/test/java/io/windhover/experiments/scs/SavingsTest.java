package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Steps;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One cell of each application, one draw, two hours of arrivals; everybody is asked. */
class SavingsTest {
  private static final Scope WHOLE =
      new Scope(1, 2, Length.LONG, List.of(ArrivalPattern.STABLE), List.of(ScsSetting.HOUR_MILLIS));

  @Test
  void whatIsSavedIsJudgedAgainstBothRivals() {
    Campaign campaign = new Campaign(WHOLE, PastRuns.NONE);
    campaign.run(Figures8To10.blocks(WHOLE), new Steps((done, steps, what) -> {}, 1));
    Findings findings = new Findings();
    new Savings(findings, campaign, WHOLE).run();

    Report report = findings.report(new ScsPaper(), 1);
    assertThat(report.checks())
        .extracting(Check::name)
        .containsExactly(
            "scs at least 15 % below greedy on the median over the cells",
            "scs at least 10 % below gain-wait on the median over the cells");
    assertThat(report.checks()).allMatch(check -> check.detail().endsWith(" % in 3 cells"));
    assertThat(report.notes()).isEmpty();
  }
}
