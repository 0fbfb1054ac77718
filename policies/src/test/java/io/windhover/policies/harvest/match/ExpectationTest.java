package io.windhover.policies.harvest.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.chance.Chance;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExpectationTest {
  /** Half of the spans are 10, half 100; half of the changes shrink. */
  private static Outlook twoKinds() {
    History history = new History(1000);
    for (int i = 0; i < 499; i++) {
      Change change = i % 2 == 0 ? Change.SHRANK : Change.GREW;
      history.changed(0, i % 4 < 2 ? 10 : 100, Change.GREW, change);
    }
    return new Outlook.ByBigrams(history);
  }

  @Test
  void byHand() {
    Outlook outlook =
        new Outlook() {
          @Override
          public double completes(Change last, long elapsedMillis, long durationMillis) {
            return elapsedMillis >= 60 ? 0.9 : 0.5;
          }

          @Override
          public double wastedMillis(Change last, long elapsedMillis, long durationMillis) {
            return 20;
          }
        };
    Expectation expectation = new Expectation(outlook, 40);
    // R = 40 + 20 * 0.5 / 0.5 = 60.
    assertThat(expectation.restartMillis()).isEqualTo(60);
    // Now on a node still for 30: 0.5 * 40 + 0.5 * (20 + 60) = 60.
    assertThat(expectation.millis(Change.GREW, 0, 30)).isEqualTo(60);
    // In 30, when it will have been still for 60: 30 + 0.9 * 40 + 0.1 * 80 = 74.
    assertThat(expectation.millis(Change.GREW, 30, 30)).isCloseTo(74, within(1e-9));
  }

  /** Lives through restart after restart on nodes that have just come. */
  @Test
  void theClosedFormIsTheMeanOfManyLives() {
    Outlook outlook = twoKinds();
    long duration = 50;
    double completes = outlook.completes(Change.GREW, 0, duration);
    double wasted = outlook.wastedMillis(Change.GREW, 0, duration);
    SplittableRandom chance = Chance.stream(1, "lives", 0);
    double sum = 0;
    int lives = 200_000;
    for (int i = 0; i < lives; i++) {
      while (chance.nextDouble() >= completes) {
        sum += wasted;
      }
      sum += duration;
    }
    double restart = new Expectation(outlook, duration).restartMillis();
    assertThat(completes).isBetween(0.7, 0.8);
    assertThat(sum / lives).isCloseTo(restart, within(0.01 * restart));
  }

  @Test
  void neverLessThanWaitingAndRunning() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom chance = Chance.stream(seed, "bound", 0);
      History history = new History(1000);
      for (int i = chance.nextInt(50); i > 0; i--) {
        history.changed(
            0,
            chance.nextInt(200),
            Change.GREW,
            chance.nextBoolean() ? Change.GREW : Change.SHRANK);
      }
      long duration = chance.nextInt(1, 101);
      long wait = chance.nextInt(100);
      double expected =
          new Expectation(new Outlook.ByBigrams(history), duration)
              .millis(Change.GREW, wait, chance.nextInt(300));
      assertThat(expected).isGreaterThanOrEqualTo((wait + duration) * (1 - 1e-12));
    }
  }
}
