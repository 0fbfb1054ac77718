package io.windhover.app.command;

import io.windhover.app.simulate.References;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Money;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.Durations;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.Scenario;
import java.util.Locale;

/** All there is to say about a simulated run. */
record SimulateReport(
    Scenario scenario,
    PolicyChoice policy,
    long seed,
    JobSpec job,
    RunRecord record,
    References references) {
  String title() {
    return "%s, policy %s, seed %d: %s, done after %s"
        .formatted(
            scenario.name(),
            policy.name(),
            seed,
            dollars(record.costNanos()),
            Durations.format(record.makespanMillis()));
  }

  static String dollars(long nanos) {
    return String.format(Locale.ROOT, "$%.4f", (double) nanos / Money.NANOS_PER_DOLLAR);
  }
}
