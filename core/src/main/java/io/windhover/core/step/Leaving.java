package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Which jobs leave the world together. Edits tie jobs to one another: results of the earlier ones
 * are read under the numbers of the newest, so all leave at once, when each of them is over. While
 * a machine cleans up after a task of theirs they stay, for the room that is kept there is known by
 * the task.
 */
final class Leaving {
  private Leaving() {}

  static List<Job> of(World world, Job one) {
    Job first = one;
    while (first.replacesAnother()) {
      first = world.job(first.replaces);
    }
    List<Job> tied = new ArrayList<>();
    for (Job job = first; ; job = world.job(job.replacedBy)) {
      if (!job.over() || job.endedAtMillis < 0 || cleansUp(world, job)) {
        return List.of();
      }
      tied.add(job);
      if (!job.isReplaced()) {
        return tied;
      }
    }
  }

  private static boolean cleansUp(World world, Job job) {
    return cleansUp(world.machines(), job) || cleansUp(world.endingLeases(), job);
  }

  private static boolean cleansUp(Collection<Machine> machines, Job job) {
    for (Machine machine : machines) {
      for (AttemptId attempt : machine.cleanups()) {
        if (attempt.task().job() == job.id()) {
          return true;
        }
      }
    }
    return false;
  }
}
