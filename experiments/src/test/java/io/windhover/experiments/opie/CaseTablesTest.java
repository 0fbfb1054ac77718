package io.windhover.experiments.opie;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CaseTablesTest {
  @Test
  void aWrongExpectationFailsTheCheck() {
    PaperCase third = PaperCase.ALL.get(2);
    var wrong =
        new PaperCase(
            3, third.figure(), third.request(), third.state(), "host-B", List.of("BP1"), 58);
    var findings = new Findings();
    new CaseTables(findings, List.of(wrong)).run();
    Report report = findings.report(new Opie(), 1);
    assertThat(report.ok()).isFalse();
    assertThat(report.checks().get(0).detail())
        .startsWith("case 3, one-pass, index: host-A [AP2, AP3, AP4], 3300.0 s; ");
  }

  /** By hand: minutes modulo 60 of Table 5: A 58 38 10 7, B 58, C 57 56 56. */
  @Test
  void bruteForceByHand() {
    PaperCase third = PaperCase.ALL.get(2);
    var bruteForce = new BruteForce(third.cluster(), 0);
    assertThat(bruteForce.cheapestMillis(third.asked().size())).isEqualTo(55 * 60_000);
    assertThat(bruteForce.hostsTried()).isEqualTo(4);
    assertThat(new BruteForce(third.onlyHost("host-D"), 0).cheapestMillis(third.asked().size()))
        .isEqualTo(BruteForce.IMPOSSIBLE);
  }
}
