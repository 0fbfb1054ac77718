package io.windhover.experiments.kestrel;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.output.JsonReport;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import org.junit.jupiter.api.Test;

final class KestrelPaperTest {
  @Test
  void aSmallMonthShowsWhatThePaperShows() {
    Report report = new KestrelPaper().run(Setup.of(Length.QUICK, 1));
    assertThat(report.checks()).hasSizeGreaterThan(12).allMatch(Check::ok);
    assertThat(report.rows()).extracting(Row::figure).contains("figure10", "figure11", "figure12");
    assertThat(report.rows())
        .filteredOn(row -> row.metric().equals("tasks recorded as succeeded"))
        .singleElement()
        .satisfies(row -> assertThat(row.ours()).isEqualTo(2000));
    assertThat(report.charts()).extracting("id").contains("figure10", "figure11", "figure12");
    assertThat(JsonReport.of(report, "", 1)).contains("\"case\":\"after tuning\"");
  }
}
