package io.windhover.policies.bag;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.bag.bound.LowerBound;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** By hand: an hour of the cheap machine costs 2,000 nano-dollars, of the dear one 9,000. */
class LowerBoundTest {
  private static final long HOUR_MILLIS = 3_600_000;

  private static Offer offer(String name, Market market, long price, int limit, long billedMillis) {
    var machine = new MachineSpec(name, name, List.of(), 2, 8_000_000_000L, price);
    return new Offer(name, market, machine, limit, limit, 1, 0, new Billing(billedMillis, 0));
  }

  private static final List<Offer> OFFERS =
      List.of(
          offer("cheap", Market.SPOT, 2000, 1, 0), offer("dear", Market.ON_DEMAND, 9000, 10, 0));

  private static JobSpec tasksOfAnHour(int count) {
    return new JobSpec(
        "job",
        "",
        new Deadline.Within(HOUR_MILLIS),
        false,
        List.of(
            new TaskGroup(
                "t",
                count,
                new Script(List.of("true"), "", new TreeMap<>()),
                "t",
                new Need(List.of(), 1, 0),
                List.of(),
                new RuntimeEstimate(HOUR_MILLIS, new TreeMap<>()),
                0,
                true,
                0,
                0,
                0)));
  }

  @Test
  void allOnTheCheapestWhenThereIsTime() {
    assertThat(LowerBound.nanos(tasksOfAnHour(4), OFFERS, 2 * HOUR_MILLIS, new TreeMap<>()))
        .isEqualTo(4000);
  }

  @Test
  void whatTheCheapestHasNoTimeForGoesToTheNext() {
    assertThat(LowerBound.nanos(tasksOfAnHour(4), OFFERS, HOUR_MILLIS, new TreeMap<>()))
        .isEqualTo(2000 + 9000);
  }

  @Test
  void aTypeThatIsOffTheMarketHasLessTime() {
    var spotMillis = new TreeMap<String, Long>();
    spotMillis.put("cheap", HOUR_MILLIS / 2);

    assertThat(LowerBound.nanos(tasksOfAnHour(2), OFFERS, HOUR_MILLIS, spotMillis))
        .isEqualTo(1000 + 4500);
  }

  @Test
  void aLaunchThatIsPaidForServesNoLongerThanToTheDeadline() {
    List<Offer> offers = List.of(offer("cheap", Market.SPOT, 2000, 5, HOUR_MILLIS / 2));

    assertThat(LowerBound.nanos(tasksOfAnHour(2), offers, HOUR_MILLIS, new TreeMap<>()))
        .isEqualTo(3000);
  }

  private static JobSpec tasks(int count, int cores, long memoryBytes) {
    JobSpec job = tasksOfAnHour(count);
    List<TaskGroup> groups =
        job.groups().stream()
            .map(group -> group.withNeed(new Need(List.of(), cores, memoryBytes)))
            .toList();
    return new JobSpec(job.name(), "", job.deadline(), false, groups);
  }

  /** Each takes over half of a machine's 8 GB, so each has a machine for an hour. */
  @Test
  void tasksThatHaveNoRoomBesideEachOtherPayForAWholeMachineEach() {
    List<Offer> offers = List.of(offer("cheap", Market.SPOT, 2000, 5, 0));

    assertThat(LowerBound.nanos(tasks(4, 1, 4_500_000_000L), offers, HOUR_MILLIS, new TreeMap<>()))
        .isBetween(7999L, 8000L);
  }

  /** Two machines may be rented in the cheap market, whatever each of its offers allows. */
  @Test
  void theLimitOfAMarketHoldsForAllItsOffersTogether() {
    var machine = new MachineSpec("m", "m", List.of(), 2, 8_000_000_000L, 2000);
    Billing free = new Billing(0, 0);
    List<Offer> offers =
        List.of(
            new Offer("one", Market.SPOT, machine, 2, 2, 1, 0, free),
            new Offer("two", Market.SPOT, machine, 2, 2, 1, 0, free),
            offer("dear", Market.ON_DEMAND, 9000, 10, 0));

    assertThat(LowerBound.nanos(tasksOfAnHour(8), offers, HOUR_MILLIS, new TreeMap<>()))
        .isBetween(4000L + 2 * 8_500, 4000L + 2 * 9000);
  }

  /** While one task runs, a machine of two cores is paid for. */
  @Test
  void aTaskByItselfPaysForAWholeMachine() {
    List<Offer> offers = List.of(offer("cheap", Market.SPOT, 2000, 5, HOUR_MILLIS / 4));

    assertThat(LowerBound.nanos(tasksOfAnHour(1), offers, HOUR_MILLIS, new TreeMap<>()))
        .isBetween(2499L, 2500L);
  }
}
