package io.windhover.policies.harvest.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AcquirerTest {
  /** Machines of ten cores; machine i changed i minutes ago. */
  private static List<Holding> twenty(int usedEach) {
    List<Holding> held = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      held.add(new Holding(i, i * 60_000L, 10, usedEach, false));
    }
    return held;
  }

  @Test
  void tradesTheTenthThatChangedLast() {
    Acquirer.Plan plan = Acquirer.PAPER.epochEnds(twenty(7), 0, true);
    assertThat(plan.requests()).isEqualTo(2);
    assertThat(plan.drained()).containsExactly(1, 2);
  }

  @Test
  void whatScalingLetsGoIsNotReplacedAndIsTheWorst() {
    // 80 of 200 cores in use: 133 would be enough, so six machines too many, and two are traded.
    Acquirer.Plan plan = Acquirer.PAPER.epochEnds(twenty(4), 0, true);
    assertThat(plan.requests()).isEqualTo(2);
    assertThat(plan.drained()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void whatScalingAddsComesOnTopOfWhatIsTraded() {
    // 180 used and 20 waited for: 250 cores are needed, five machines more.
    Acquirer.Plan plan = Acquirer.PAPER.epochEnds(twenty(9), 20, true);
    assertThat(plan.requests()).isEqualTo(7);
    assertThat(plan.drained()).containsExactly(1, 2);
  }

  @Test
  void withoutScalingTheNumberStays() {
    Acquirer.Plan plan = Acquirer.PAPER.epochEnds(twenty(1), 0, false);
    assertThat(plan.requests()).isEqualTo(plan.drained().size());
  }

  @Test
  void neverBelowWhatTheWorkNeeds() {
    for (long seed = 1; seed <= 500; seed++) {
      neverBelow(Chance.stream(seed, "fleet", 0), 30, 0);
    }
  }

  /** More machines are traded than can be spared: what is not let go is not replaced, either. */
  @Test
  void neverBelowItWhereTheWorkNeedsNearlyAll() {
    for (long seed = 1; seed <= 500; seed++) {
      neverBelow(Chance.stream(seed, "tight", 0), 80, 0.95);
    }
  }

  private static void neverBelow(SplittableRandom chance, int machinesMost, double usedLeast) {
    List<Holding> held = new ArrayList<>();
    int cores = 0;
    int waiting = chance.nextInt(50);
    int wanted = waiting;
    for (int i = chance.nextInt(machinesMost); i > 0; i--) {
      int size = chance.nextInt(1, 40);
      int used = chance.nextInt((int) (usedLeast * size), size + 1);
      held.add(new Holding(i, chance.nextInt(1000), size, used, chance.nextInt(5) == 0));
      cores += size;
      wanted += used;
    }
    boolean scales = chance.nextBoolean();
    Acquirer.Plan plan = Acquirer.PAPER.epochEnds(held, waiting, scales);
    int drained =
        held.stream().filter(h -> plan.drained().contains(h.id())).mapToInt(Holding::cores).sum();
    double mean = held.isEmpty() ? 0 : cores / (double) held.size();
    assertThat(plan.requests()).isNotNegative();
    if (!scales) {
      assertThat(plan.requests()).isEqualTo(plan.drained().size());
    }
    if (!plan.drained().isEmpty()) {
      assertThat(cores + plan.requests() * mean - drained).isGreaterThanOrEqualTo(wanted - 1e-6);
    }
  }
}
