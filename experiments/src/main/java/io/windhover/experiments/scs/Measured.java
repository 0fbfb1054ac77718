package io.windhover.experiments.scs;

import io.windhover.core.model.Money;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.TypeUse;
import java.util.List;

/** What one run came to, as far as tables and figures ask. */
record Measured(
    double dollars,
    int jobs,
    int onTime,
    double utilisation,
    int launches,
    int releases,
    List<TypeUse> use) {
  Measured {
    use = List.copyOf(use);
  }

  static Measured of(RunRecord run) {
    return new Measured(
        (double) run.costNanos() / Money.NANOS_PER_DOLLAR,
        run.jobs().size(),
        (int) run.jobs().stream().filter(JobRecord::deadlineMet).count(),
        run.utilisation(),
        run.launches(),
        run.releases(),
        run.use());
  }

  int late() {
    return jobs - onTime;
  }

  double dollarsPerJob() {
    return dollars / Math.max(1, jobs);
  }
}
