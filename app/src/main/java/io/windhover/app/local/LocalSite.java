package io.windhover.app.local;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.host.ThisMachine;
import io.windhover.policies.LiveFit;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** This machine. */
final class LocalSite implements RunSite {
  /** The same on every host: a run resumed elsewhere must know its old worker for gone at once. */
  private static final String WORKER = "local";

  private final MachineSpec machine;

  LocalSite(RunSettings settings) {
    this.machine =
        new MachineSpec(
            WORKER,
            "",
            ThisMachine.labels(settings.offers()),
            settings.workers(),
            ThisMachine.memoryBytes(),
            0);
  }

  @Override
  public boolean rents() {
    return false;
  }

  @Override
  public String text() {
    return machine.cores() + " at a time";
  }

  @Override
  public Optional<String> refusal(Policy policy) {
    return LiveFit.refusal(policy, false);
  }

  @Override
  public void refuseImpossible(Policy policy, JobSpec job, long nowMillis) {
    obstacle(policy, job, job.groups(), nowMillis)
        .ifPresent(
            why -> {
              throw new CommandFailure(ExitCode.IMPOSSIBLE, why);
            });
    refusePast(job, nowMillis);
    Feasibility.lateness(machine, job, nowMillis)
        .ifPresent(
            why -> {
              throw new CommandFailure(ExitCode.IMPOSSIBLE, why);
            });
  }

  private static void refusePast(JobSpec job, long nowMillis) {
    if (job.deadline() instanceof Deadline.At at && at.epochMillis() <= nowMillis) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          "the deadline has passed: " + Instant.ofEpochMilli(at.epochMillis()));
    }
  }

  @Override
  public Optional<String> obstacle(
      Policy policy, JobSpec job, List<TaskGroup> left, long nowMillis) {
    return Feasibility.obstacle(policy, machine, job, left, nowMillis)
        .map(reason -> Feasibility.explain(reason, left));
  }

  @Override
  public RunEngine engine(EngineParts parts) throws IOException {
    return new LocalEngine(parts, machine);
  }
}
