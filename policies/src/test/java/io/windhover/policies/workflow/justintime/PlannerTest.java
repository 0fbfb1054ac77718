package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.SingleTask;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two types: slow at one dollar an hour, fast at three, twice as fast. A launch takes 10 minutes.
 * Two tasks in a row, each 60 minutes on slow and 30 on fast.
 */
class PlannerTest {
  private static final long MINUTE = 60_000;
  private static final int SLOW = 0;
  private static final int FAST = 1;
  private static final VmTypes TYPES =
      VmTypes.of(List.of(offer("slow", 1_000_000_000L), offer("fast", 3_000_000_000L)));
  private static final Terms TERMS = new Terms(TYPES, new int[] {1, 1});
  private static final Dag CHAIN =
      Dag.of(
          new int[] {1, 1},
          new int[][] {{}, {0}},
          new long[][] {{60 * MINUTE, 30 * MINUTE}, {60 * MINUTE, 30 * MINUTE}});

  private static Offer offer(String name, long price) {
    var machine = new MachineSpec(name, name, List.of(), 1, 0, price);
    Billing hourly = Billing.perPeriod(60 * MINUTE);
    return new Offer(name, Market.ON_DEMAND, machine, 9, 9, 0, 10 * MINUTE, hourly);
  }

  private static WorkClass dueAfter(long minutes) {
    TaskGroup group = SingleTask.of("a", 60 * MINUTE);
    JobSpec spec = new JobSpec("two", "", new Deadline.None(), false, List.of(group, group));
    return new WorkClass(
        spec, CHAIN, new int[] {0, 1}, new boolean[] {true, true}, minutes * MINUTE, false);
  }

  private static ClassPlan plan(long minutes, double margin) {
    return plan(minutes, Reserve.full(margin));
  }

  private static ClassPlan plan(long minutes, Reserve reserve) {
    return new Planner(dueAfter(minutes), TERMS, 0).plan(-1, 0, 1, Planner.ALL, reserve, 0);
  }

  @Test
  void withTimeEnoughEachTaskRunsWhereItIsCheapestAndAsLateAsItMay() {
    ClassPlan plan = plan(150, 0);
    assertThat(plan.types()).containsExactly(SLOW, SLOW);
    // 150 - 60 - 60, and 150 - 60; a machine is asked for ten minutes before.
    assertThat(plan.latestStarts()).containsExactly(30 * MINUTE, 90 * MINUTE);
    assertThat(plan.inTime()).isTrue();
  }

  @Test
  void oneTaskIsMovedToTheFastTypeWhenTheChainIsTooLong() {
    // 120 minutes of chain, and 110 after the launch: one upgrade saves 30.
    ClassPlan plan = plan(120, 0);
    assertThat(plan.types()).containsExactlyInAnyOrder(SLOW, FAST);
    assertThat(plan.latestStarts()[0]).isEqualTo(30 * MINUTE);
  }

  @Test
  void noPlanFitsIntoLessThanLaunchAndFastestChain() {
    assertThat(plan(69, 0)).isNull();
    assertThat(plan(70, 0).types()).containsExactly(FAST, FAST);
    assertThat(new Planner(dueAfter(69), TERMS, 0).fastest(0).inTime()).isFalse();
  }

  /**
   * Half an hour on fast after its launch of an hour is later than an hour on slow after ten
   * minutes.
   */
  @Test
  void aTypeThatIsSlowToLaunchMakesNoDeadlineImpossible() {
    VmTypes types =
        VmTypes.of(List.of(offer("slow", 1_000_000_000L), slowToLaunch("fast", 3_000_000_000L)));
    Dag one = Dag.of(new int[] {1}, new int[][] {{}}, new long[][] {{60 * MINUTE, 30 * MINUTE}});
    WorkClass work =
        new WorkClass(
            dueAfter(70).spec(), one, new int[] {0}, new boolean[] {true}, 70 * MINUTE, false);
    Planner planner = new Planner(work, new Terms(types, new int[] {1, 1}), 0);
    assertThat(planner.earliestEndMillis()).isEqualTo(70 * MINUTE);
    assertThat(planner.fastest(0).types()).containsExactly(SLOW);
    assertThat(planner.fastest(0).inTime()).isTrue();
  }

  private static Offer slowToLaunch(String name, long price) {
    Offer offer = offer(name, price);
    return new Offer(
        name, Market.ON_DEMAND, offer.machine(), 9, 9, 0, 60 * MINUTE, offer.billing());
  }

  @Test
  void aMarginIsKeptInFullForTheLastTaskAndEvensOutAlongTheChain() {
    // The last task: 60 + 20 % = 72 minutes. Both: 120 + 0.2 x 1.6 x sqrt(60^2 + 60^2) > 120 + 0.2
    // x 120, so the full 24 minutes.
    ClassPlan plan = plan(200, 0.2);
    assertThat(plan.latestStarts()).containsExactly((200 - 144) * MINUTE, (200 - 72) * MINUTE);
    assertThat(plan.hardEnds()).containsExactly((200 - 60) * MINUTE, 200 * MINUTE);
  }

  @Test
  void aPlanThatCountsOnAHurryStaysOnCheapTypesWhereFullReservesDoNotFit() {
    assertThat(plan(145, 0.2).types()).contains(FAST);
    ClassPlan plan = plan(145, Reserve.least(0.2));
    assertThat(plan.types()).containsExactly(SLOW, SLOW);
    // The last task may take 72 minutes; the first has none to spare.
    assertThat(plan.latestStarts()).containsExactly(13 * MINUTE, 73 * MINUTE);
    // A fast machine within 12.5 minutes, and 36 for the task.
    assertThat(plan.hurriedEnds()).containsExactly(193 * MINUTE / 2, 145 * MINUTE);
  }

  @Test
  void allOnOneMachineIsOneTaskAfterTheOther() {
    List<ClassPlan> whole = List.copyOf(new Planner(dueAfter(130), TERMS, 0).whole(Reserve.NONE));
    assertThat(whole.get(SLOW).latestStarts()).containsExactly(10 * MINUTE, 70 * MINUTE);
    assertThat(whole.get(FAST).latestStarts()).containsExactly(70 * MINUTE, 100 * MINUTE);
  }
}
