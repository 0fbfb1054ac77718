package io.windhover.policies.workflow.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.policies.workflow.bound.WorkflowBound.Arrival;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A minute of the slow type costs 1,000 nano-dollars, of the fast one 5,000. */
class WorkflowBoundTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final Billing HOURLY = Billing.perPeriod(HOUR);
  private static final Billing BY_THE_SECOND = Billing.perPeriod(1000);

  private static Offer offer(String name, long nanosPerMinute, Billing billing) {
    var machine = new MachineSpec(name, name, List.of(), 1, 1_000_000_000L, nanosPerMinute * 60);
    return new Offer(name, Market.ON_DEMAND, machine, 100, 100, 0, 6 * MINUTE, billing);
  }

  private static VmTypes types(Billing billing) {
    return VmTypes.of(List.of(offer("slow", 1000, billing), offer("fast", 5000, billing)));
  }

  private static Dag task(long slowMinutes, long fastMinutes) {
    return Dag.of(
        new int[] {1},
        new int[][] {{}},
        new long[][] {{slowMinutes * MINUTE, fastMinutes * MINUTE}});
  }

  private static Arrival at(Dag dag, long minute, long deadlineMinutes) {
    return new Arrival(dag, minute * MINUTE, (minute + deadlineMinutes) * MINUTE);
  }

  @Test
  void oneShortJobPaysAnHour() {
    List<Arrival> jobs = List.of(at(task(10, 5), 0, 30));
    assertThat(WorkflowBound.of(jobs, types(HOURLY)).nanos()).isEqualTo(60_000);
    assertThat(WorkflowBound.of(jobs, types(HOURLY)).busyNanos()).isBetween(9_999L, 10_000L);
  }

  @Test
  void oneShortJobPaysItsTimeAndTheLagWhenSecondsAreSold() {
    List<Arrival> jobs = List.of(at(task(10, 5), 0, 30));
    assertThat(WorkflowBound.of(jobs, types(BY_THE_SECOND)).nanos()).isBetween(15_999L, 16_000L);
  }

  /** Four tasks of 10 minutes, and after the lag of 6 there are 10: each has its own machine. */
  @Test
  void workThatCannotBePutOffTakesAMachineForEachTask() {
    Dag four = Dag.of(new int[] {4}, new int[][] {{}}, new long[][] {{10 * MINUTE, 9 * MINUTE}});
    List<Arrival> jobs = List.of(at(four, 0, 16));
    assertThat(WorkflowBound.of(jobs, types(BY_THE_SECOND)).nanos()).isBetween(63_998L, 64_000L);
    assertThat(WorkflowBound.of(jobs, types(HOURLY)).nanos()).isEqualTo(240_000);
    // With twice the time two machines are enough.
    List<Arrival> later = List.of(at(four, 0, 26));
    assertThat(WorkflowBound.of(later, types(BY_THE_SECOND)).nanos()).isBetween(51_998L, 52_000L);
  }

  @Test
  void jobsFarApartPayAnHourEach() {
    Dag dag = task(10, 5);
    List<Arrival> jobs = List.of(at(dag, 0, 30), at(dag, 120, 30), at(dag, 240, 30));
    assertThat(WorkflowBound.of(jobs, types(HOURLY)).nanos()).isEqualTo(180_000);
  }

  @Test
  void aJobThatOnlyTheFastTypeEndsInTimePaysAnHourOfThat() {
    Dag hasty = task(40, 5);
    List<Arrival> jobs = List.of(at(hasty, 0, 30));
    assertThat(WorkflowBound.of(jobs, types(HOURLY)).nanos()).isEqualTo(300_000);
  }

  @Test
  void manyJobsPayTheirTime() {
    Dag dag = task(10, 5);
    List<Arrival> jobs = new ArrayList<>();
    for (int minute = 0; minute < 600; minute++) {
      jobs.add(at(dag, minute, 30));
    }
    assertThat(WorkflowBound.of(jobs, types(HOURLY)).nanos()).isBetween(6_000_000L, 6_060_000L);
  }

  @Test
  void isNeverAboveWhatTryingAllFinds() {
    SplittableRandom chance = new SplittableRandom(1);
    double nearness = 0;
    int rounds = 300;
    for (int round = 0; round < rounds; round++) {
      VmTypes types = types(round % 2 == 0 ? HOURLY : BY_THE_SECOND);
      List<Arrival> jobs = new ArrayList<>();
      int count = 1 + chance.nextInt(5);
      int span = 1 + chance.nextInt(600);
      for (int i = 0; i < count; i++) {
        int fast = 1 + chance.nextInt(20);
        Dag dag = task(fast + chance.nextInt(40), fast);
        // From the sixth minute on: who knows of a job then has time to rent a machine for it.
        jobs.add(at(dag, 6 + chance.nextInt(span), fast + chance.nextInt(90)));
      }
      long least = new SingleTasks(types).leastNanos(jobs);
      long bound = WorkflowBound.of(jobs, types).nanos();
      assertThat(bound).as("round %d", round).isLessThanOrEqualTo(least);
      nearness += (double) bound / least;
    }
    assertThat(nearness / rounds).isGreaterThan(0.85);
  }

  @Test
  void aJobThatCannotBeInTimeCountsWithItsCheapestRun() {
    List<Arrival> jobs = List.of(at(task(10, 5), 0, 4));
    assertThat(WorkflowBound.of(jobs, types(BY_THE_SECOND)).nanos()).isBetween(9_999L, 10_000L);
  }

  @Test
  void nothingToDoCostsNothing() {
    assertThat(WorkflowBound.of(List.of(), types(HOURLY)).nanos()).isZero();
  }
}
