package io.windhover.policies.harvest.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChancesTest {
  @Test
  void areNeverAboveTheTruthAndHardlyBelow() {
    SplittableRandom chance = Chance.stream(1, "risks", 0);
    for (int i = 0; i < 100_000; i++) {
      double risk = 30 * StrictMath.pow(chance.nextDouble(), 8);
      double survives = StrictMath.exp(-risk);
      assertThat(Chances.survivesLeast(risk)).isBetween(survives - 1e-5, survives);
      assertThat(Chances.killedLeast(risk)).isBetween(1 - survives - 1e-5, 1 - survives);
    }
  }
}
