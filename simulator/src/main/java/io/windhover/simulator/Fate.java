package io.windhover.simulator;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskGroup;

/** How long an attempt takes, and how it ends, if it is left to run. */
@FunctionalInterface
public interface Fate {
  /** An exit code of 0 is success. */
  record Outcome(long runMillis, int exitCode) {}

  Outcome of(AttemptId attempt, TaskGroup group, MachineSpec machine);

  /** Everything succeeds and takes exactly as long as estimated. */
  static Fate asEstimated() {
    return (attempt, group, machine) ->
        new Outcome(
            group
                .runtime()
                .millisOn(machine.type())
                .orElseThrow(
                    () -> new IllegalArgumentException("no runtime for group " + group.name())),
            0);
  }
}
