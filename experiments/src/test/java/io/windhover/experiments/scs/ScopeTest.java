package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.scs.ScsSetting.Meter;
import org.junit.jupiter.api.Test;

final class ScopeTest {
  @Test
  void moreSeedsAreMoreDrawsOfThePapersOwnSettingOnly() {
    Scope usual = Scope.of(Setup.of(Length.LONG, 0));
    Scope more = Scope.of(Setup.of(Length.LONG, 50));

    assertThat(usual.draws(Meter.HOUR, ScsSetting.USUAL)).isEqualTo(10);
    assertThat(more.draws(Meter.HOUR, ScsSetting.USUAL)).isEqualTo(50);
    for (Scope scope : new Scope[] {usual, more}) {
      assertThat(scope.draws(Meter.SECOND, ScsSetting.USUAL)).isEqualTo(5);
      assertThat(scope.draws(Meter.HOUR, ScsSetting.LIGHT)).isEqualTo(5);
      assertThat(scope.draws(Meter.HOUR, ScsSetting.HEAVY)).isEqualTo(2);
      assertThat(scope.draws(Meter.SECOND, ScsSetting.HEAVY)).isEqualTo(1);
      assertThat(scope.figureErrorDraws()).isEqualTo(10);
      assertThat(scope.errorDraws()).isEqualTo(5);
      assertThat(scope.workflowDraws()).isEqualTo(2);
    }
  }

  @Test
  void fewerSeedsAreFewerDrawsOfEverything() {
    Scope one = Scope.of(Setup.of(Length.LONG, 1));

    assertThat(one.draws(Meter.HOUR, ScsSetting.USUAL)).isEqualTo(1);
    assertThat(one.draws(Meter.SECOND, ScsSetting.LIGHT)).isEqualTo(1);
    assertThat(one.errorDraws()).isEqualTo(1);
  }

  @Test
  void quicklyIsLessOfEverything() {
    Scope quick = Scope.of(Setup.of(Length.QUICK, 0));
    Scope whole = Scope.of(Setup.of(Length.LONG, 0));

    assertThat(whole.cells()).hasSize(48);
    assertThat(quick.cells()).hasSize(6);
    assertThat(quick.draws(Meter.HOUR, ScsSetting.USUAL)).isEqualTo(1);
    assertThat(quick.hours(ScsSetting.USUAL)).isEqualTo(36);
    assertThat(quick.hours(ScsSetting.HEAVY)).isEqualTo(6);
    assertThat(quick.policies(ScsSetting.HEAVY)).doesNotContain(Policies.WORKFLOW);
    assertThat(quick.policies(ScsSetting.LIGHT)).contains(Policies.WORKFLOW);
    assertThat(whole.policies(ScsSetting.HEAVY)).contains(Policies.WORKFLOW);
    assertThat(quick.workflowHours()).isEqualTo(1);
    assertThat(quick.cells(Meter.SECOND, ScsSetting.HEAVY)).hasSize(1);
  }

  @Test
  void usuallyOtherLoadsAndErrorsAreASampleOfTheCells() {
    Scope usual = Scope.of(Setup.of(Length.USUAL, 0));

    assertThat(usual.cells()).hasSize(48);
    assertThat(usual.draws(Meter.HOUR, ScsSetting.USUAL)).isEqualTo(5);
    assertThat(usual.errorCells())
        .hasSize(12)
        .doesNotHaveDuplicates()
        .isSubsetOf(usual.cells(Meter.SECOND, ScsSetting.LIGHT));
    for (long deadline : ScsSetting.DEADLINES_MILLIS) {
      assertThat(usual.errorCells()).filteredOn(it -> it.deadlineMillis() == deadline).hasSize(3);
    }
    for (int jobsPerHour : new int[] {ScsSetting.LIGHT, ScsSetting.HEAVY}) {
      assertThat(usual.cells(Meter.HOUR, jobsPerHour))
          .filteredOn(cell -> cell.name().matches("pipeline/.*/1h"))
          .as("those of Figure 11")
          .hasSize(4);
    }
    assertThat(usual.policies(ScsSetting.HEAVY)).contains(Policies.WORKFLOW);
    assertThat(usual.leftOut())
        .hasValue(
            "Of 48 cells, 12 with errors, 4 at 60 jobs an hour and 15 under other loads and"
                + " billing; the others: NOT RUN without --long.");
    assertThat(Scope.of(Setup.of(Length.LONG, 0)).leftOut()).isEmpty();
  }
}
