package io.windhover.core.step;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.Optional;

/**
 * Makes the job that takes the place of another whose tasks its owner has changed. Groups are known
 * by name and tasks by index. What has succeeded stays so. A task that failed stays so only if
 * nothing about it has changed; everything else waits, in its new form.
 *
 * <p>Numbers of attempts go on where the tasks before stopped, in any job before: outputs are kept
 * under group, index and attempt, and none must be written over.
 */
final class Amendment {
  private final World world;
  private final Job before;
  private final Job after;

  private Amendment(World world, Job before, Job after) {
    this.world = world;
    this.before = before;
    this.after = after;
  }

  static Job of(World world, Job before, int id, JobSpec spec) {
    Job after = new Job(id, spec, before.submittedAtMillis());
    after.replaces = before.id();
    after.retried = before.retried;
    after.lost = before.lost;
    var amendment = new Amendment(world, before, after);
    after.groups().forEach(amendment::carryOver);
    after.skipWhatCannotRun();
    if (before.cancelled()) {
      // Cancelling is final, whichever of the two wishes came first.
      after.cancelled = true;
      after.cancelWaiting();
    }
    return after;
  }

  private void carryOver(Group group) {
    int count = group.spec().count();
    int[] states = new int[count];
    int[] attempts = new int[count];
    int[] failures = new int[count];
    Optional<Group> old = before.groupNamed(group.spec().name());
    boolean same = old.isPresent() && sameForm(old.get(), group);
    int kept = old.map(was -> Math.min(count, was.spec().count())).orElse(0);
    for (int i = 0; i < kept; i++) {
      Group was = old.get();
      boolean unchanged = same && was.spec().script().runsAlike(group.spec().script(), i);
      boolean failed = was.state(i) == TaskState.FAILED && unchanged;
      boolean stays = was.state(i) == TaskState.SUCCEEDED || failed;
      states[i] = (stays ? was.state(i) : TaskState.WAITING).code();
      failures[i] = unchanged ? was.failures[i] : 0;
    }
    countAttempts(group.spec().name(), attempts);
    group.restore(states, attempts, failures);
    if (same) {
      group.usualMillis = old.get().usualMillis;
      group.usualDumpMillis = old.get().usualDumpMillis;
      for (int i = 0; i < kept; i++) {
        if (old.get().spec().script().runsAlike(group.spec().script(), i)) {
          group.keepSafe(i, old.get().safeParts(i));
        }
      }
    }
  }

  /** Asks every job before: a group may have been taken out by one edit and put in by the next. */
  private void countAttempts(String group, int[] attempts) {
    for (Job job = before; ; job = world.job(job.replaces)) {
      Optional<Group> was = job.groupNamed(group);
      for (int i = 0;
          was.isPresent() && i < Math.min(attempts.length, was.get().attempts.length);
          i++) {
        attempts[i] = Math.max(attempts[i], was.get().attempts[i]);
      }
      if (!job.replacesAnother()) {
        return;
      }
    }
  }

  /** Whether the groups are the same but for how many tasks they have, and their commands. */
  private boolean sameForm(Group old, Group now) {
    TaskGroup a = old.spec();
    TaskGroup b = now.spec();
    return a.script().cleanup().equals(b.script().cleanup())
        && a.script().env().equals(b.script().env())
        && a.script().placeholder().equals(b.script().placeholder())
        && a.kind().equals(b.kind())
        && a.need().equals(b.need())
        && names(before, a.after()).equals(names(after, b.after()))
        && names(before, a.byIndex()).equals(names(after, b.byIndex()))
        && a.runtime().equals(b.runtime())
        && a.priority() == b.priority()
        && a.interruptible() == b.interruptible()
        && a.retries() == b.retries()
        && a.timeoutMillis() == b.timeoutMillis()
        && a.checkpointEveryMillis() == b.checkpointEveryMillis()
        && a.checkpointHow().equals(b.checkpointHow())
        && a.parallel() == b.parallel();
  }

  private static List<String> names(Job job, List<Integer> ordinals) {
    return ordinals.stream().map(g -> job.groups().get(g).spec().name()).toList();
  }
}
