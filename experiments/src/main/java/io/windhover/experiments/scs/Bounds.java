package io.windhover.experiments.scs;

import io.windhover.core.model.Money;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.policies.workflow.bound.WorkflowBound;
import io.windhover.policies.workflow.bound.WorkflowBound.Arrival;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.List;

/** What no policy can undercut. */
final class Bounds {
  private Bounds() {}

  static double dollars(Cell cell, Meter meter, int jobsPerHour, double hours, long seed) {
    VmTypes types = VmTypes.of(ScsSetting.offers(meter));
    Dag dag = Dag.of(Draws.job(cell.application(), cell.deadlineMillis(), seed), types);
    long[] arrivals = cell.pattern().arrivalsMillis(jobsPerHour, hours, seed);
    return dollars(dag, arrivals, cell.deadlineMillis(), types);
  }

  static double dollars(Dag dag, long[] arrivalsMillis, long deadlineMillis, VmTypes types) {
    List<Arrival> arrivals = new ArrayList<>();
    for (long at : arrivalsMillis) {
      arrivals.add(new Arrival(dag, at, at + deadlineMillis));
    }
    return (double) WorkflowBound.of(arrivals, types).nanos() / Money.NANOS_PER_DOLLAR;
  }
}
