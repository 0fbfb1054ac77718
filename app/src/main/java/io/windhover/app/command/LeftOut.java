package io.windhover.app.command;

import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.policies.FlowFit;
import java.io.PrintWriter;
import java.util.List;

/** Notes on what a forecast leaves out of account because its policy knows nothing of it. */
final class LeftOut {
  private LeftOut() {}

  static void note(List<JobSpec> jobs, Policy policy, PrintWriter err) {
    jobs.stream()
        .flatMap(job -> FlowFit.note(job, policy).stream())
        .findFirst()
        .ifPresent(line -> err.println("note: " + line));
  }
}
