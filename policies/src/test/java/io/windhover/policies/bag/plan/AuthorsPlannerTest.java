package io.windhover.policies.bag.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AuthorsPlannerTest {
  private final AuthorsPlanner planner = new AuthorsPlanner();

  /** Gflops per price 30, 18 and 10: weights 3, 2 and 1, and the first round is cut short. */
  @Test
  void spotOffersTakeTurnsByWeight() {
    SpotRotation rotation =
        SpotRotation.of(
            List.of(
                offer("slow", Market.SPOT, 1, 1, 10, 100),
                offer("fast", Market.SPOT, 1, 1, 30, 100),
                offer("fair", Market.SPOT, 1, 1, 18, 100)));
    assertThat(IntStream.range(0, 11).mapToObj(i -> rotation.next().machine().type()))
        .containsExactly(
            "fast", "fair", "fast", "fair", "slow", "fast", "fast", "fair", "fast", "fair", "slow");
  }

  /** Four tasks, two on-demand machines at most: the two shortest, 10 and 20 s, on one core. */
  @Test
  void theSpotLimitKeepsTimeForTheShortestTasksOnly() {
    Plan plan =
        planner
            .plan(
                tasks(90, 20, 10, 40),
                List.of(
                    offer("a", Market.SPOT, 1, 9, 1, 1), offer("a", Market.ON_DEMAND, 1, 2, 1, 3)),
                200_000)
            .orElseThrow();
    assertThat(plan.spotLimitMillis()).isEqualTo(170_000);
  }

  /**
   * Weights 3 and 1 make the turn a, a b, a a a b. Each task fills a spot machine. The first takes
   * a, the second finds a used up and takes b, the third meets a twice and gives spot up although
   * another b could be had.
   */
  @Test
  void aTypeThatIsUsedUpUsesItsTurnUp() {
    List<Offer> offers =
        List.of(
            offer("a", Market.SPOT, 1, 1, 30, 10),
            offer("b", Market.SPOT, 1, 3, 10, 10),
            offer("b", Market.ON_DEMAND, 1, 3, 10, 30));
    assertThat(kinds(planner.plan(tasks(20, 20, 20), offers, 45_000).orElseThrow()))
        .containsExactly("a/spot", "b/spot", "b/on-demand");
  }

  /** One machine of the type may be rented, whatever the market. */
  @Test
  void spotAndOnDemandShareTheLimitOfAType() {
    List<Offer> offers =
        List.of(offer("a", Market.SPOT, 1, 1, 1, 10), offer("a", Market.ON_DEMAND, 1, 1, 1, 30));
    assertThat(planner.plan(tasks(10, 10), offers, 30_000)).isEmpty();
    assertThat(planner.plan(tasks(10, 10), offers, 40_000)).isPresent();
  }

  @Test
  void burstableTypesAreReckonedWithButNotRented() {
    Offer burstable =
        new Offer(
            "t",
            Market.ON_DEMAND,
            new MachineSpec("t", "t", List.of(AuthorsPlanner.BURSTABLE), 2, 1000, 1),
            5,
            5,
            1,
            0,
            Billing.BY_USE);
    List<Offer> offers = List.of(burstable, offer("a", Market.ON_DEMAND, 1, 5, 1, 30));
    Plan plan = planner.plan(tasks(10, 10, 10, 10, 10, 10), offers, 20_000).orElseThrow();
    assertThat(kinds(plan)).containsOnly("a/on-demand").hasSize(3);
    assertThat(plan.spotLimitMillis()).isEqualTo(10_000);
  }

  @Test
  void withoutKnownRuntimesThereIsNoPlan() {
    BagTask unknown =
        new BagTask(new TaskId(1, 0), new Need(List.of(), 1, 1), RuntimeEstimate.UNKNOWN);
    List<Offer> offers = List.of(offer("a", Market.ON_DEMAND, 1, 5, 1, 30));
    assertThat(planner.plan(List.of(unknown), offers, 20_000)).isEmpty();
  }

  /** 600 and 500 bytes do not go together into 1000; 500 and 400 do. */
  @Test
  void memoryMustBeFreeForTheWholeRun() {
    List<Offer> offers = List.of(offer("a", Market.ON_DEMAND, 2, 1, 1, 30));
    List<BagTask> tasks = List.of(task(0, 10, 400), task(1, 10, 500), task(2, 10, 600));
    assertThat(planner.plan(tasks.subList(0, 2), offers, 10_000)).isPresent();
    assertThat(planner.plan(tasks.subList(1, 3), offers, 10_000)).isEmpty();
  }

  private static List<String> kinds(Plan plan) {
    return plan.machines().stream().map(machine -> machine.offer().name()).toList();
  }

  private static Offer offer(
      String type, Market market, int cores, int limit, double gflops, long price) {
    return new Offer(
        type + "/" + market.text(),
        market,
        new MachineSpec(type, type, List.of(), cores, 1000, price),
        limit,
        limit,
        gflops,
        0,
        Billing.BY_USE);
  }

  private static List<BagTask> tasks(int... seconds) {
    List<BagTask> tasks = new ArrayList<>();
    for (int s : seconds) {
      tasks.add(task(tasks.size(), s, 1));
    }
    return tasks;
  }

  private static BagTask task(int index, int seconds, long memoryBytes) {
    return new BagTask(
        new TaskId(1, index),
        new Need(List.of(), 1, memoryBytes),
        new RuntimeEstimate(seconds * 1000L, new TreeMap<>()));
  }
}
