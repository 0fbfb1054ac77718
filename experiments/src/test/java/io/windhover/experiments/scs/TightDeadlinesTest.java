package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import org.junit.jupiter.api.Test;

/** There is hardly more time than the fastest types need; everything takes as long as estimated. */
class TightDeadlinesTest {
  private static long late(
      Application application, Meter meter, long deadlineMillis, double hours, long seed) {
    Cell cell = new Cell(application, ArrivalPattern.STABLE, deadlineMillis);
    Case one =
        new Case(
            Policies.WORKFLOW, cell, meter, ScsSetting.USUAL, Imprecision.NONE, Draws.Room.EXACT);
    return Trial.of(one, hours, seed).run(Policies.make(Policies.WORKFLOW)).late();
  }

  private static long leastMillis(Application application, long seed) {
    VmTypes types = VmTypes.of(ScsSetting.offers(Meter.HOUR));
    Dag dag = Dag.of(Draws.job(application, ScsSetting.HOUR_MILLIS, seed), types);
    return dag.fastestMillis() + ScsSetting.LAG_MILLIS;
  }

  @Test
  void noJobIsLate() {
    for (Application application : Application.values()) {
      for (Meter meter : Meter.values()) {
        for (double factor : new double[] {1, 1.05, 1.2}) {
          long deadline = (long) Math.ceil((double) leastMillis(application, 2) * factor);
          assertThat(late(application, meter, deadline, 6, 2))
              .as("%s within %d ms, by the %s", application.text(), deadline, meter.text())
              .isZero();
        }
      }
    }
  }

  /** Here a job was late once, planned by another rule that kept back more than there was. */
  @Test
  void norWithinTwentySevenMinutes() {
    assertThat(late(Application.PIPELINE, Meter.HOUR, 1_609_200, 2, 1)).isZero();
  }

  /**
   * Here ic-pcp was late once: it put a task before another had its place that the task waits for,
   * and that was then done too late.
   */
  @Test
  void norWhenAPathHasOthersBesideIt() {
    Cell cell = new Cell(Application.HYBRID, ArrivalPattern.CYCLIC, ScsSetting.HOUR_MILLIS / 2);
    Case one = Case.exact(Policies.IC_PCP, cell, Meter.SECOND, ScsSetting.USUAL);

    assertThat(Trial.of(one, 72, 5).run(Policies.make(Policies.IC_PCP)).late()).isZero();
  }
}
