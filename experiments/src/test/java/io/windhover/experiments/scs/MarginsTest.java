package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import org.junit.jupiter.api.Test;

/** Half an hour for six tasks in a row, whose runtimes or launches err by up to a fifth. */
class MarginsTest {
  private static final Cell TIGHT =
      new Cell(Application.PIPELINE, ArrivalPattern.STABLE, ScsSetting.HOUR_MILLIS / 2);

  private static long late(ErrorKind kind, int marginPercent) {
    Case one = kind.in(TIGHT, Policies.SCS).withMargins(marginPercent);
    return Trial.of(one, 24, 1).run(Policies.make(one)).late();
  }

  @Test
  void aRivalThatIsToldOfTheErrorsIsInTime() {
    for (ErrorKind kind : ErrorKind.values()) {
      assertThat(late(kind, 0)).as("%s, told nothing", kind.text()).isPositive();
      assertThat(late(kind, 20)).as("%s, told all", kind.text()).isZero();
    }
  }

  @Test
  void aCaseKnowsItsKindOfError() {
    for (ErrorKind kind : ErrorKind.values()) {
      assertThat(ErrorKind.of(kind.in(TIGHT, Policies.SCS).withMargins(15))).isEqualTo(kind);
    }
  }
}
