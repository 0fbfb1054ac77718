package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExperienceTest {
  @Test
  void someErrorIsExpectedUntilEnoughHasBeenSeen() {
    var experience = new Experience(2, 0.2, 0.01);
    assertThat(experience.margin()).isCloseTo(0.2, within(1e-9));
    experience.note(-0.1);
    assertThat(experience.margin()).isCloseTo(0.2, within(1e-9));
    experience.note(0);
    assertThat(experience.margin()).isZero();
  }

  @Test
  void theWorstExcessIsKeptInWholeUnitsAndSlowlyForgotten() {
    var experience = new Experience(1, 0.2, 0.01);
    for (int i = 0; i < 99; i++) {
      experience.note(0.118);
    }
    experience.note(0.123);
    assertThat(experience.margin()).isCloseTo(0.13, within(1e-9));
    for (int i = 0; i < 10_000; i++) {
      experience.note(-0.1);
    }
    assertThat(experience.margin()).isZero();
  }

  @Test
  void estimatesAreUntestedUntilOneWasTooShortOrEnoughWereRight() {
    var experience = new Experience(2, 0.2, 0.01);
    experience.note(-0.1);
    assertThat(experience.isUntested()).isTrue();
    experience.note(0);
    assertThat(experience.isUntested()).isFalse();
    var other = new Experience(2, 0.2, 0.01);
    other.note(0.05);
    assertThat(other.isUntested()).isFalse();
  }

  @Test
  void oneThatWasExactIsProofUntilOneIsOff() {
    var exact = new Experience(12, 0.2, 0.01);
    assertThat(exact.margin()).isCloseTo(0.2, within(1e-9));
    exact.note(0);
    assertThat(exact.margin()).isZero();
    assertThat(exact.isUntested()).isFalse();
    exact.note(-0.05);
    assertThat(exact.margin()).isCloseTo(0.2, within(1e-9));
    assertThat(exact.isUntested()).isTrue();
    for (int i = 2; i < 12; i++) {
      exact.note(0);
    }
    assertThat(exact.margin()).isZero();
  }

  @Test
  void whatIsOffAfterManyThatWereExactCountsForWhatItIs() {
    var experience = new Experience(12, 0.2, 0.01);
    for (int i = 0; i < 99; i++) {
      experience.note(0);
    }
    experience.note(0.045);
    assertThat(experience.margin()).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void theWorstOfFewIsNotTheWorstToCome() {
    var experience = new Experience(1, 0.2, 0.01);
    experience.note(0.1);
    experience.note(-0.1);
    experience.note(-0.05);
    experience.note(0.02);
    assertThat(experience.margin()).isCloseTo(0.15, within(1e-9));
  }
}
