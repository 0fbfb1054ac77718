package io.windhover.app.local;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Scheduler;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks a policy beforehand whether it would refuse a job on this machine. The step is pure, so it
 * can be tried in memory: a job that cannot be run leaves nothing behind on the disk.
 */
final class Feasibility {
  private Feasibility() {}

  /** Why this machine, all alone, cannot run these tasks. */
  static Optional<Reason> obstacle(
      Policy policy, MachineSpec machine, JobSpec job, List<TaskGroup> groups, long nowMillis) {
    if (groups.isEmpty()) {
      return Optional.empty();
    }
    List<TaskGroup> alone = groups.stream().map(group -> group.withAfter(List.of())).toList();
    var trial = new JobSpec(job.name(), job.folder(), new Deadline.None(), false, alone);
    var scheduler = new Scheduler(policy, List.of());
    List<Event> events =
        List.of(new Event.MachineReady(1, machine), new Event.JobSubmitted(1, trial));
    return scheduler.step(new Batch(1, nowMillis, events)).actions().stream()
        .flatMap(action -> action instanceof Action.Reject r ? Stream.of(r.reason()) : Stream.of())
        .findFirst();
  }

  /** The reason in words, whose tasks it is about, and what would help. */
  static String explain(Reason reason, List<TaskGroup> groups) {
    if (!(reason instanceof Reason.OfTasks ofTasks)) {
      return reason.text();
    }
    String who = "task " + groups.get(ofTasks.group()).name() + ": ";
    if (reason instanceof Reason.NobodyOffers nobody) {
      return who
          + "requires "
          + String.join(", ", nobody.labels())
          + ", which this machine does not offer; if it has what is meant, add --offer "
          + String.join(",", nobody.labels());
    }
    if (reason instanceof Reason.TooLarge large && large.need().cores() > large.coresMax()) {
      return who
          + "needs %d cores, and this run has %d; add --workers %d"
              .formatted(large.need().cores(), large.coresMax(), large.need().cores());
    }
    if (reason instanceof Reason.TooLarge large) {
      return who
          + "needs %,d MB of memory, and this machine has %,d MB"
              .formatted(
                  large.need().memoryBytes() / 1_000_000, large.memoryBytesMax() / 1_000_000);
    }
    return who + reason.text();
  }
}
