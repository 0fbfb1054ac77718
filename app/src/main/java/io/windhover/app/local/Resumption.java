package io.windhover.app.local;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshots;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.core.words.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run about to be taken up again, perhaps in another form than it was begun in. What the new form
 * means is not guessed: the edit is tried on a copy of the world, and {@link RunFolder} shows and
 * checks what comes of it before anything is recorded.
 *
 * @param before the id of the job as it was
 * @param amended the new form; empty when the job is as it was
 * @param changes what differs in the work, for people; empty when nothing does
 * @param world what the run goes on with: its own world, or the copy in which the edit was made
 * @param job the job in that world
 */
record Resumption(
    int before, Optional<JobSpec> amended, List<String> changes, World world, Job job) {
  static Resumption of(World world, Job job, RunSettings settings, Policy policy, long nowMillis) {
    JobSpec was = job.spec();
    JobSpec now = settings.spec();
    boolean keepGoing = settings.saysKeepGoing() ? now.keepGoing() : was.keepGoing();
    List<String> changes = SpecChanges.of(was, now);
    if (changes.isEmpty() && keepGoing == was.keepGoing()) {
      return new Resumption(job.id(), Optional.empty(), changes, world, job);
    }
    boolean sameTasks = SpecChanges.sameTasks(was, now);
    var amended =
        new JobSpec(
            was.name(),
            was.folder(),
            now.deadline(),
            keepGoing,
            sameTasks ? was.groups() : now.groups());
    World tried = Snapshots.restore(Snapshots.of(world), policy);
    List<Event> events = new ArrayList<>();
    tried.machines().forEach(m -> events.add(new MachineChange.Lost(m.id(), "not there any more")));
    events.add(tried.amending(job.id(), amended, tried.nextJobId()));
    long atMillis = Math.max(nowMillis, tried.nowMillis());
    new Scheduler(policy, tried).step(new Batch(tried.sequence() + 1, atMillis, events));
    return new Resumption(
        job.id(), Optional.of(amended), changes, tried, tried.newest(tried.job(job.id())));
  }

  /** What the edit means for the tasks, a line for each group, for people. */
  List<String> meaning(Job before) {
    List<String> lines = new ArrayList<>(changes);
    for (Group group : job.groups()) {
      int stay = group.count(TaskState.SUCCEEDED);
      int failed = group.count(TaskState.FAILED);
      int run = group.spec().count() - stay - failed;
      List<String> parts = new ArrayList<>();
      if (stay > 0) {
        parts.add(Counted.of(stay, "task") + " succeeded before and " + verb(stay));
      }
      if (failed > 0) {
        parts.add(Counted.of(failed, "task") + " failed and " + verb(failed) + " so");
      }
      if (run > 0) {
        parts.add(Counted.of(run, "task") + (run == 1 ? " is to run" : " are to run"));
      }
      lines.add(
          group.spec().name()
              + ": "
              + String.join(", ", parts)
              + others(group, before)
              + stale(group, stay, before));
    }
    return lines;
  }

  /**
   * Tasks are told apart by their index. A line put in before others moves those to other indexes,
   * so what succeeded there may never have run the command that stands there now.
   */
  private static String others(Group group, Job before) {
    Group was = before.groupNamed(group.spec().name()).orElse(null);
    if (was == null) {
      return "";
    }
    int others = 0;
    for (int i = 0; i < Math.min(group.spec().count(), was.spec().count()); i++) {
      boolean stays = group.state(i) == TaskState.SUCCEEDED;
      others += stays && !was.spec().script().runsAlike(group.spec().script(), i) ? 1 : 0;
    }
    return others == 0 ? "" : " (%d that %s ran another command)".formatted(others, verb(others));
  }

  private static String verb(int count) {
    return count == 1 ? "stays" : "stay";
  }

  /** A task that has succeeded is not run again, even if what it comes after is. */
  private String stale(Group group, int stay, Job before) {
    boolean more = group.spec().after().stream().anyMatch(g -> !job.groups().get(g).succeeded());
    boolean had = before.groupNamed(group.spec().name()).isPresent();
    return stay > 0 && had && more && group.spec().byIndex().isEmpty()
        ? " (although tasks it comes after are to run)"
        : "";
  }
}
