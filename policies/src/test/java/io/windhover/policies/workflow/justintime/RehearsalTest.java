package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
 * One job of two tasks in a row, an hour on a slow machine at a dollar an hour, then half an hour
 * on a fast one at three, due after 200 minutes. A launch takes 10 minutes.
 */
class RehearsalTest {
  private static final long MINUTE = 60_000;
  private static final double DOLLAR = 1e9;
  private static final int[] SLOW_THEN_FAST = {0, 1};

  private static Terms terms(long periodMillis) {
    return new Terms(
        VmTypes.of(
            List.of(
                offer("slow", 1_000_000_000L, periodMillis),
                offer("fast", 3_000_000_000L, periodMillis))),
        new int[] {1, 1});
  }

  private static Offer offer(String name, long price, long periodMillis) {
    var machine = new MachineSpec(name, name, List.of(), 1, 0, price);
    Billing billing = Billing.perPeriod(periodMillis);
    return new Offer(name, Market.ON_DEMAND, machine, 9, 9, 0, 10 * MINUTE, billing);
  }

  private static double dollars(Terms terms) {
    TaskGroup group = SingleTask.of("a", 60 * MINUTE);
    JobSpec spec = new JobSpec("two", "", new Deadline.None(), false, List.of(group, group));
    Dag chain =
        Dag.of(
            new int[] {1, 1},
            new int[][] {{}, {0}},
            new long[][] {{60 * MINUTE, 30 * MINUTE}, {60 * MINUTE, 30 * MINUTE}});
    WorkClass work =
        new WorkClass(
            spec, chain, new int[] {0, 1}, new boolean[] {true, true}, 200 * MINUTE, false);
    Planner planner = new Planner(work, terms, 0);
    ClassPlan plan = planner.windows(SLOW_THEN_FAST, Planner.ALL, Reserve.NONE, 0);
    Plans plans = Plans.of(plan, work, terms, planner.whole(Reserve.NONE));
    List<Rehearsal.Arrival> once = List.of(new Rehearsal.Arrival(0, 0));
    double nanos =
        Rehearsal.nanos(
            terms,
            List.of(work),
            List.of(plans),
            Habits.USUAL.reaching(0),
            once,
            Luck.NONE,
            Double.MAX_VALUE,
            new Effort());
    return nanos / DOLLAR;
  }

  /**
   * The slow machine is asked for at minute 100, so that it is there at 110 = 200 - 30 - 60, and
   * pays two hours until 170; the fast one is asked for at 160 and pays one.
   */
  @Test
  void byTheHourNothingIsRentedBeforeItMustBe() {
    assertThat(dollars(terms(60 * MINUTE))).isCloseTo(2 + 3, within(1e-9));
  }

  /**
   * One of each is there at minute 10, for nothing until then. The slow one works until 70; the
   * fast one has nothing to do and goes back, and another is asked for at 160 and works until 200.
   */
  @Test
  void bySecondsOneOfEachPlannedTypeIsThereFromTheStart() {
    assertThat(dollars(terms(1_000))).isCloseTo(60 / 60.0 + 3 * 40 / 60.0, within(1e-9));
  }
}
