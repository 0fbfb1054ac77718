package io.windhover.app.simulate;

import io.windhover.core.model.TaskId;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Why jobs were not done when a run was over, with an example of each cause. */
final class Undone {
  /** Jobs with one fate. */
  private static final class Cause {
    final String what;
    final Function<Job, String> why;
    final List<Job> jobs = new ArrayList<>();

    Cause(String what, Function<Job, String> why) {
      this.what = what;
      this.why = why;
    }

    String text() {
      Job first = jobs.get(0);
      return "%,d %s, such as job %d (%s): %s"
          .formatted(jobs.size(), what, first.id(), first.spec().name(), why.apply(first));
    }
  }

  private Undone() {}

  /** In a line; empty when all is done. */
  static Optional<String> text(World world) {
    var refused = new Cause("refused", job -> job.rejection().orElseThrow());
    var failed = new Cause("with a failed task", Undone::failure);
    var left =
        new Cause(
            "left when the run ended, after " + Durations.format(world.nowMillis()),
            Undone::remainder);
    int jobs = 0;
    for (Job job : world.jobs()) {
      jobs++;
      if (job.rejection().isPresent()) {
        refused.jobs.add(job);
      } else if (job.count(TaskState.FAILED) > 0) {
        failed.jobs.add(job);
      } else if (job.count(TaskState.SUCCEEDED) < job.spec().taskCount()) {
        left.jobs.add(job);
      }
    }
    List<Cause> causes =
        List.of(refused, failed, left).stream().filter(cause -> !cause.jobs.isEmpty()).toList();
    if (causes.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        jobs == 1
            ? alone(causes.get(0), left, world)
            : String.join("; ", causes.stream().map(Cause::text).toList()));
  }

  /** Of a single job there is nothing to count. */
  private static String alone(Cause cause, Cause left, World world) {
    String why = cause.why.apply(cause.jobs.get(0));
    return cause == left
        ? "work is left undone when nothing more happens, after %s: %s"
            .formatted(Durations.format(world.nowMillis()), why)
        : why;
  }

  private static String failure(Job job) {
    for (Group group : job.groups()) {
      for (int i = 0; i < group.spec().count() && group.count(TaskState.FAILED) > 0; i++) {
        if (group.state(i) == TaskState.FAILED) {
          int attempts = group.attempts(i);
          return "task %s failed for good, after %d %s"
              .formatted(
                  job.nameOf(new TaskId(job.id(), group.firstIndex() + i)),
                  attempts,
                  attempts == 1 ? "attempt" : "attempts");
        }
      }
    }
    throw new IllegalStateException("no failed task in job " + job.id());
  }

  private static String remainder(Job job) {
    int tasks = job.spec().taskCount();
    return "%,d of %,d %s not done"
        .formatted(tasks - job.count(TaskState.SUCCEEDED), tasks, tasks == 1 ? "task" : "tasks");
  }
}
