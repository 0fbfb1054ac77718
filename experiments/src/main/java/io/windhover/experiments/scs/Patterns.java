package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.List;

/** Which pattern of arrivals keeps VMs busiest: the paper says Growing. */
final class Patterns {
  private static final String FIGURE = "patterns";

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Patterns(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  void run() {
    findings.section(
        FIGURE,
        "utilisation by pattern",
        "The mean over applications and deadlines, billed by the hour. The paper: Growing has the"
            + " highest, because jobs come faster and faster. Its patterns differ in volume; ours"
            + " all have the same mean rate, so that costs can be compared, and then On-and-Off,"
            + " which brings its jobs at three times that rate, is as crowded while it is on as"
            + " Growing is at its end.");
    for (String policy : Policies.ALL) {
      List<Double> percents = new ArrayList<>();
      for (ArrivalPattern pattern : scope.patterns()) {
        double percent = percent(policy, pattern);
        percents.add(percent);
        findings.row(
            Row.of(
                FIGURE,
                "all/" + pattern.text() + "/all",
                policy,
                "utilisation percent",
                percent,
                "%"));
      }
      double growing = percents.get(scope.patterns().indexOf(ArrivalPattern.GROWING));
      boolean highest = percents.stream().allMatch(percent -> percent <= growing);
      findings.row(
          Row.of(
                  FIGURE,
                  "all/growing/all",
                  policy,
                  "highest utilisation (1: yes)",
                  highest ? 1 : 0,
                  "")
              .with(Published.value(1)));
    }
  }

  private double percent(String policy, ArrivalPattern pattern) {
    return scope.cells().stream()
        .filter(cell -> cell.pattern() == pattern)
        .map(cell -> campaign.of(Case.usual(policy, cell)))
        .mapToDouble(runs -> 100 * runs.mean(Measured::utilisation))
        .average()
        .orElse(0);
  }
}
