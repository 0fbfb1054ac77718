package io.windhover.app.command;

import io.windhover.app.state.OpenRun;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What holds for a number of tasks of one group.
 *
 * @param state the state the tasks are in, as status counts them
 * @param reason which kind of reason: what programs compare
 * @param why for people
 */
record Explanation(String group, int tasks, String state, String reason, String why) {
  static List<Explanation> of(OpenRun run, Job job, boolean live) {
    List<Explanation> found = new ArrayList<>(waiting(run.journal().scheduler(), job, live));
    Map<String, List<FailedTasks.FailedTask>> failures =
        FailedTasks.of(run, job).stream()
            .collect(
                Collectors.groupingBy(
                    task -> task.task().replaceFirst("/\\d+$", ""),
                    TreeMap::new,
                    Collectors.toList()));
    for (Group group : job.groups()) {
      String name = group.spec().name();
      add(found, group, TaskState.FAILED, "failed", causes(failures.getOrDefault(name, List.of())));
      add(found, group, TaskState.SKIPPED, "skipped", skipped(job));
      add(found, group, TaskState.CANCELLED, "cancelled", cancelled(job));
    }
    return found;
  }

  private static List<Explanation> waiting(Scheduler scheduler, Job job, boolean live) {
    return scheduler.policy().explain(scheduler.world()).stream()
        .filter(reason -> reason.job() == job.id())
        .filter(Reason.OfTasks.class::isInstance)
        .map(Reason.OfTasks.class::cast)
        .map(reason -> waiting(job, reason, live))
        .toList();
  }

  /** What a run that has stopped thought of its machines no longer matters. */
  private static Explanation waiting(Job job, Reason.OfTasks reason, boolean live) {
    boolean holds = live || reason instanceof Reason.ComesAfter;
    return new Explanation(
        job.groups().get(reason.group()).spec().name(),
        reason.tasks(),
        "waiting",
        holds ? kind(reason) : "notRunning",
        holds ? reason.text() : "nobody is running the job");
  }

  private static String kind(Reason reason) {
    String name = reason.getClass().getSimpleName();
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static void add(
      List<Explanation> found, Group group, TaskState state, String reason, String why) {
    if (group.count(state) > 0) {
      found.add(
          new Explanation(
              group.spec().name(),
              group.count(state),
              state.name().toLowerCase(Locale.ROOT),
              reason,
              why));
    }
  }

  /** "2 exit 1, 1 timed out; see windhover status --failed". */
  private static String causes(List<FailedTasks.FailedTask> failures) {
    Map<String, Long> counts =
        failures.stream()
            .collect(
                Collectors.groupingBy(
                    FailedTasks.FailedTask::why, TreeMap::new, Collectors.counting()));
    String causes =
        counts.entrySet().stream()
            .map(cause -> Words.number(cause.getValue()) + " with " + cause.getKey())
            .collect(Collectors.joining(", "));
    return causes + (causes.isEmpty() ? "see" : "; see") + " windhover status --failed";
  }

  private static String skipped(Job job) {
    return job.spec().keepGoing()
        ? "a task they come after failed; windhover retry puts them back"
        : "a task failed, and the job was not to keep going; windhover retry puts them back";
  }

  private static String cancelled(Job job) {
    return job.rejection().isPresent() ? "the job was refused" : "the job's owner cancelled it";
  }

  String text() {
    String verb = state.equals("waiting") ? (tasks == 1 ? " waits" : " wait") : " " + state;
    return group + ": " + Words.tasks(tasks) + verb + ": " + why;
  }
}
