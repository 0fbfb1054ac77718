package io.windhover.app.local;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Scheduler;
import io.windhover.workload.Durations;
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
        List.of(new MachineChange.Ready(1, machine), new Event.JobSubmitted(1, trial));
    return scheduler.step(new Batch(1, nowMillis, events)).actions().stream()
        .flatMap(action -> action instanceof Action.Reject r ? Stream.of(r.reason()) : Stream.of())
        .findFirst();
  }

  /**
   * Why a job that is submitted now cannot end by its deadline on this machine, in words: even if
   * every runtime stated holds, the longest chain of tasks, or all work spread over the workers,
   * takes longer. Tasks that state no runtime for this machine count as taking no time.
   */
  static Optional<String> lateness(MachineSpec machine, JobSpec job, long nowMillis) {
    long deadlineMillis = job.deadline().atMillis(nowMillis);
    if (deadlineMillis == Deadline.NEVER_MILLIS) {
      return Optional.empty();
    }
    double[] endMillis = new double[job.groups().size()];
    double chainMillis = 0;
    double coreMillis = 0;
    for (int g = 0; g < endMillis.length; g++) {
      TaskGroup group = job.groups().get(g);
      double eachMillis = group.runtime().millisOn(machine.type()).orElse(0);
      for (int before : group.after()) {
        endMillis[g] = Math.max(endMillis[g], endMillis[before]);
      }
      endMillis[g] += eachMillis;
      chainMillis = Math.max(chainMillis, endMillis[g]);
      coreMillis += eachMillis * group.need().cores() * group.count();
    }
    double spreadMillis = coreMillis / machine.cores();
    double leastMillis = Math.max(chainMillis, spreadMillis);
    long leftMillis = deadlineMillis - nowMillis;
    if (leastMillis <= leftMillis) {
      return Optional.empty();
    }
    String why =
        chainMillis >= spreadMillis
            ? "tasks that wait for each other, or the longest one, take %s by their runtimes"
                .formatted(Durations.format((long) chainMillis))
            : "the tasks' runtimes are %s of work, which takes %s on %d %s"
                .formatted(
                    Durations.format((long) coreMillis),
                    Durations.format((long) spreadMillis),
                    machine.cores(),
                    machine.cores() == 1 ? "worker" : "workers");
    return Optional.of(
        "the deadline cannot be met: it is %s away, and %s; allow more time, or leave the deadline"
                .formatted(Durations.format(Math.max(1, leftMillis)), why)
            + " out to run the job anyway");
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
