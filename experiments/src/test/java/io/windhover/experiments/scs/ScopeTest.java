package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.scs.ScsSetting.Meter;
import org.junit.jupiter.api.Test;

final class ScopeTest {
  @Test
  void moreSeedsAreMoreDrawsOfThePapersOwnSettingOnly() {
    Scope usual = Scope.of(Setup.of(false, 0));
    Scope more = Scope.of(Setup.of(false, 50));

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
    Scope one = Scope.of(Setup.of(false, 1));

    assertThat(one.draws(Meter.HOUR, ScsSetting.USUAL)).isEqualTo(1);
    assertThat(one.draws(Meter.SECOND, ScsSetting.LIGHT)).isEqualTo(1);
    assertThat(one.errorDraws()).isEqualTo(1);
  }

  @Test
  void quicklyIsLessOfEverything() {
    Scope quick = Scope.of(Setup.of(true, 0));
    Scope whole = Scope.of(Setup.of(false, 0));

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
}
