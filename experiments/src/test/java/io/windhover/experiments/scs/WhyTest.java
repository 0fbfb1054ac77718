package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Market;
import io.windhover.simulator.record.TypeUse;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WhyTest {
  private static final long HOUR = 3_600_000;

  @Test
  void aDifferenceIsSplitIntoWorkAndIdleTimeByType() {
    // Two hours at half a dollar, an hour of it worked, against one hour worked through.
    Runs dearer =
        run(
            new TypeUse(
                "high-memory", Market.ON_DEMAND, 1, 1, 2 * HOUR, 2 * HOUR, HOUR, 1_000_000_000));
    Runs cheaper =
        run(new TypeUse("standard", Market.ON_DEMAND, 1, 1, HOUR, HOUR, HOUR, 80_000_000));

    assertThat(Why.of(dearer, cheaper))
        .isEqualTo("all +0.92 USD = high-memory idle +0.50, work +0.42");
  }

  private static Runs run(TypeUse use) {
    double dollars = use.costNanos() / 1e9;
    return new Runs(
        List.of(1L), List.of(new Measured(dollars, 1, 1, use.utilisation(), 1, 1, List.of(use))));
  }
}
