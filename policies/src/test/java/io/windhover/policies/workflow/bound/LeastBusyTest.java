package io.windhover.policies.workflow.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.policies.workflow.plan.Dag;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeastBusyTest {
  /** Three tasks in a row; 10 min at 1 a minute or 5 min at 3 a minute each. */
  private static final Dag ROW =
      Dag.of(
          new int[] {1, 1, 1},
          new int[][] {{}, {0}, {1}},
          new long[][] {{10, 5}, {10, 5}, {10, 5}});

  private static final double[] PRICES = {1, 3};

  @Test
  void withTimeEnoughEveryTaskIsCheap() {
    assertThat(LeastBusy.of(ROW, PRICES, 0b11, 30)).isEqualTo(new LeastBusy.Answer(30, true));
  }

  @Test
  void asManyTasksAsMustAreFast() {
    assertThat(LeastBusy.of(ROW, PRICES, 0b11, 29).nanos()).isEqualTo(10 + 10 + 15);
    assertThat(LeastBusy.of(ROW, PRICES, 0b11, 24).nanos()).isEqualTo(10 + 15 + 15);
    assertThat(LeastBusy.of(ROW, PRICES, 0b10, 30).nanos()).isEqualTo(45);
  }

  @Test
  void noPlanCostsInfinitelyMuch() {
    assertThat(LeastBusy.of(ROW, PRICES, 0b11, 14).nanos()).isInfinite();
    assertThat(LeastBusy.of(ROW, PRICES, 0b01, 29).nanos()).isInfinite();
  }

  @Test
  void isWhatTryingAllPlansFinds() {
    SplittableRandom chance = new SplittableRandom(1);
    for (int round = 0; round < 500; round++) {
      Dag dag = RandomDags.of(chance, 1 + chance.nextInt(7), 3);
      double[] prices = {1 + chance.nextInt(5), 5 + chance.nextInt(20), 10 + chance.nextInt(60)};
      long window = dag.fastestMillis() + chance.nextInt(60);

      LeastBusy.Answer answer = LeastBusy.of(dag, prices, 0b111, window);

      assertThat(answer.exact()).isTrue();
      assertThat(answer.nanos()).isCloseTo(tryingAll(dag, prices, window), within(1e-6));
    }
  }

  @Test
  void theLagrangianBoundIsNearForWorkflowsThatAreTooLargeToSearch() {
    SplittableRandom chance = new SplittableRandom(2);
    for (int round = 0; round < 50; round++) {
      Dag dag = RandomDags.of(chance, 12, 3);
      double[] prices = {2, 11, 40};
      long window = dag.fastestMillis() + chance.nextInt(100);
      Choices choices = Choices.of(dag, prices, 0b111, window);
      double exact = LeastBusy.of(dag, prices, 0b111, window).nanos();

      double bound = PathPrices.of(choices, exact).nanos();

      assertThat(bound).isLessThanOrEqualTo(exact + 1e-6).isGreaterThan(0.75 * exact);
    }
  }

  private static double tryingAll(Dag dag, double[] prices, long window) {
    double best = Double.POSITIVE_INFINITY;
    int plans = (int) Math.round(Math.pow(prices.length, dag.size()));
    for (int plan = 0; plan < plans; plan++) {
      int[] types = new int[dag.size()];
      int rest = plan;
      double cost = 0;
      for (int node = 0; node < types.length; node++) {
        types[node] = rest % prices.length;
        rest /= prices.length;
        cost += dag.count(node) * prices[types[node]] * dag.millis(node, types[node]);
      }
      if (dag.makespanMillis(types) <= window) {
        best = Math.min(best, cost);
      }
    }
    return best;
  }

  @Test
  void aThousandTasksAreBoundedQuicklyAndFromBelow() {
    Dag dag = RandomDags.of(new SplittableRandom(3), 1000, 4);
    double[] prices = {1, 4, 20, 30};
    int[] fastest = new int[1000];
    Arrays.setAll(fastest, dag::fastest);
    double dearest = 0;
    double cheapest = 0;
    for (int node = 0; node < 1000; node++) {
      double least = Double.MAX_VALUE;
      for (int type = 0; type < 4; type++) {
        least = Math.min(least, dag.millis(node, type) * prices[type]);
      }
      cheapest += least * dag.count(node);
      dearest += dag.millis(node, fastest[node]) * prices[fastest[node]] * dag.count(node);
    }
    LeastBusy.Answer answer = LeastBusy.of(dag, prices, 0b1111, dag.fastestMillis());
    assertThat(answer.exact()).isFalse();
    assertThat(answer.nanos()).isBetween(cheapest, dearest);
  }
}
