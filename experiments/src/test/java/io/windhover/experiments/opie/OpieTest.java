package io.windhover.experiments.opie;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.output.CsvReport;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The whole of it, on a clock of our own so that it takes few rounds. */
final class OpieTest {
  @Test
  void twoRunsAreEqualApartFromRealTime() {
    Report first = run(100_000);
    Report second = run(250_000);
    assertThat(timeless(first)).isEqualTo(timeless(second));
    assertThat(first.sections()).isEqualTo(second.sections());
    assertThat(first.notes()).isEqualTo(second.notes());
    assertThat(first.rows()).hasSameSizeAs(second.rows());
    assertThat(first.rows().stream().filter(Row::realTime)).isNotEmpty();
    paperCasesAreAsPublished(first);
  }

  private static void paperCasesAreAsPublished(Report report) {
    assertThat(report.checks())
        .filteredOn(check -> check.name().equals("the four paper cases"))
        .allMatch(Check::ok)
        .hasSize(1);
    assertThat(report.rows())
        .filteredOn(row -> !row.paper().equals(Published.NOTHING))
        .hasSize(19)
        .allMatch(row -> row.verdict().equals("as published"));
    assertThat(report.notes()).anyMatch(note -> note.contains("NOT RUN (no --data DIR)"));
  }

  @Test
  void progressEndsWhereItSaid() {
    List<String> said = new ArrayList<>();
    var setup =
        Setup.of(Length.QUICK, 1)
            .withProgress((done, steps, what) -> said.add(done + "/" + steps))
            .withClock(ticking(1_000_000));
    Report report = new Opie().run(setup);
    assertThat(report.seeds()).isEqualTo(1);
    assertThat(said).first().isEqualTo("0/13");
    assertThat(said).last().isEqualTo("13/13");
    assertThat(said).doesNotHaveDuplicates();
  }

  private static Report run(long tickNanos) {
    var setup = Setup.of(Length.QUICK, 2).withClock(ticking(tickNanos));
    return new Opie().run(setup);
  }

  /** Each look at the clock finds it so much later. */
  private static LongSupplier ticking(long nanos) {
    long[] now = {0};
    return () -> now[0] += nanos;
  }

  private static String timeless(Report report) {
    return CsvReport.of(report.rows().stream().filter(row -> !row.realTime()).toList());
  }
}
