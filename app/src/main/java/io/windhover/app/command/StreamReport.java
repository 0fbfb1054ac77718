package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.simulate.StreamTotals;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.List;

/** All there is to say about a simulated run of a stream. */
record StreamReport(
    Scenario scenario,
    PolicyChoice policy,
    List<Submission> submissions,
    RunRecord record,
    StreamTotals totals) {
  String title() {
    return "%s, policy %s, seed %d: %s for %s, %d late"
        .formatted(
            scenario.name(),
            policy.name(),
            totals.seed(),
            SimulateReport.dollars(totals.costNanos()),
            Words.jobs(totals.jobs()),
            totals.jobs() - totals.inTime());
  }

  long tasks() {
    return submissions.stream().mapToLong(job -> job.spec().taskCount()).sum();
  }

  long lastArrivalMillis() {
    return submissions.isEmpty() ? 0 : submissions.get(submissions.size() - 1).atMillis();
  }

  ExitCode exitCode() {
    return exitCode(totals);
  }

  static ExitCode exitCode(StreamTotals totals) {
    if (totals.undone() > 0) {
      return ExitCode.IMPOSSIBLE;
    }
    return totals.inTime() < totals.jobs() ? ExitCode.LATE : ExitCode.DONE;
  }
}
