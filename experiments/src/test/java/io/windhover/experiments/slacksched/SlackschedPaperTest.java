package io.windhover.experiments.slacksched;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.output.JsonReport;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Setup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The quick form of it, twice. */
final class SlackschedPaperTest {
  private static final List<String> FIGURES =
      List.of(
          "figure1",
          "figure2",
          "figure5",
          "figure9",
          "figure10",
          "waste",
          "figure11",
          "figure12",
          "figure14",
          "figure15",
          "figure19",
          "figure20",
          "figure21",
          "figure22",
          "map");

  @Test
  void twoRunsAreEqualAndNothingIsLeftOut() {
    List<String> said = new ArrayList<>();
    Setup setup =
        Setup.of(true, 1).withProgress((done, steps, what) -> said.add(done + "/" + steps));
    Report first = new SlackschedPaper().run(setup);
    Report second = new SlackschedPaper().run(Setup.of(true, 1));

    assertThat(JsonReport.of(first, "", 0)).isEqualTo(JsonReport.of(second, "", 0));
    int steps = said.size() - 1;
    assertThat(said).first().isEqualTo("0/" + steps);
    assertThat(said).last().isEqualTo(steps + "/" + steps);
    for (String figure : FIGURES) {
      assertThat(first.rows()).as(figure).anyMatch(row -> row.figure().equals(figure));
    }
    everyClaimIsChecked(first);
  }

  /** What one seed says of the policies is chance; what it says of the clusters is not. */
  private static void everyClaimIsChecked(Report report) {
    assertThat(report.checks())
        .extracting(Check::name)
        .contains(
            "slack never worse than capacity by more than 1 % on the mean of any cluster",
            "harvest within 8 % of the oracle on the geometric mean over the clusters, newest",
            "harvest within 15 % of the oracle on the geometric mean over the clusters, oldest",
            "harvest better than slack on the mean of every cluster where the oracle leaves more"
                + " than 3 %");
    assertThat(report.checks())
        .filteredOn(check -> check.name().startsWith("C2:") || check.name().startsWith("C8:"))
        .hasSize(4)
        .allMatch(Check::ok);
  }
}
