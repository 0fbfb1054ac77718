package io.windhover.policies.bag.frugal;

import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;

/**
 * How long tasks take: as the job file says, or as was learned of their kind. Progress is counted
 * without the time that checkpoints take.
 */
final class Runtimes {
  private static final long WHOLE = 1_000_000;

  private final BagMemory memory;
  private final BagSettings settings;

  Runtimes(BagMemory memory, BagSettings settings) {
    this.memory = memory;
    this.settings = settings;
  }

  long fullMillis(TaskGroup group, String type) {
    return group.runtime().millisOn(type).orElseGet(() -> memory.guessMillis(group.kind()));
  }

  /** From the last checkpoint, on a machine of this type. */
  long restartMillis(GroupView group, int index, String type) {
    return part(fullMillis(group.spec(), type), WHOLE - group.safeParts(index));
  }

  private static long part(long millis, long parts) {
    return parts == WHOLE ? millis : Math.max(1, (long) Math.ceil((double) millis * parts / WHOLE));
  }

  long dumpMillis(GroupView group) {
    return group.dumpMillis(settings.checkpoints());
  }

  /** Run time of this attempt that was not spent on checkpoints. */
  long progressMillis(AttemptView attempt, long nowMillis) {
    long dumps = attempt.checkpointsAsked() * dumpMillis(attempt.group());
    return Math.max(attempt.checkpointedMillis(), attempt.ranMillis(nowMillis) - dumps);
  }

  /** What is left of this attempt if nothing befalls it. */
  long leftMillis(AttemptView attempt, long nowMillis) {
    TaskGroup group = attempt.group().spec();
    long whole =
        part(fullMillis(group, attempt.machine().spec().type()), WHOLE - attempt.startParts());
    long dumps = attempt.checkpointsAsked() * dumpMillis(attempt.group());
    return Math.max(0, whole + dumps - attempt.ranMillis(nowMillis));
  }
}
