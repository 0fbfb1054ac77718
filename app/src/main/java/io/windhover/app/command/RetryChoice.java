package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.KnownTask;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.TaskFilter;
import io.windhover.core.event.Event;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Requests;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What of a job is to be put back, found whole before anything is done.
 *
 * @param only groups ({@code point}) and tasks ({@code point/7}), each once and no task of a group
 *     that is there itself; empty for everything that failed
 */
record RetryChoice(Job job, List<String> only) {
  /**
   * What was typed after the command.
   *
   * @throws CommandFailure when a job or any of the tasks is not there, or when it is not clear
   *     which is meant
   */
  static RetryChoice of(OpenRun run, List<String> words) {
    var jobs = new LocalJobs(run);
    TaskWords.Several meant = TaskWords.several(words, jobs);
    JobProgress wanted = run.job(false, meant.job());
    Job job = run.changeable(wanted).job(wanted.id());
    String first = meant.job();
    if (first != null && !meant.tasks().isEmpty() && !jobs.namesJob(first)) {
      refuseNumberOfBoth(job, first);
    }
    Set<String> named = new LinkedHashSet<>();
    meant.tasks().forEach(task -> named.add(named(job, task)));
    return new RetryChoice(
        job,
        named.stream().filter(name -> !isTask(name) || !named.contains(groupIn(name))).toList());
  }

  /** Before other tasks a number can be the job's or one more task's. */
  private static void refuseNumberOfBoth(Job job, String number) {
    try {
      TaskFilter.named("", number).in(job);
    } catch (IllegalArgumentException noTask) {
      return;
    }
    throw new CommandFailure(
        ExitCode.BAD_INPUT,
        "%1$s is a job and %2$s %1$s a task; say %2$s %1$s for the task, %3$s for the job"
            .formatted(number, TaskFilter.numbersOf(job).orElse("task"), job.spec().name()));
  }

  private static String named(Job job, TaskFilter task) {
    if (job.groupNamed(task.task()).isPresent()) {
      return task.task();
    }
    TaskChoice one = TaskChoice.of(job, task);
    return one.group().spec().name() + "/" + one.index();
  }

  private static boolean isTask(String name) {
    return name.indexOf('/') >= 0;
  }

  private static String groupIn(String name) {
    return isTask(name) ? name.substring(0, name.indexOf('/')) : name;
  }

  private static int indexIn(String name) {
    return Integer.parseInt(name.substring(name.indexOf('/') + 1));
  }

  private Group group(String name) {
    return job.groupNamed(groupIn(name)).orElseThrow();
  }

  /** How many tasks there are to put back. */
  int lost() {
    return only.isEmpty()
        ? job.count(TaskState.FAILED) + job.count(TaskState.SKIPPED)
        : only.stream().mapToInt(this::failed).sum();
  }

  private int failed(String name) {
    if (!isTask(name)) {
      return group(name).count(TaskState.FAILED);
    }
    return group(name).state(indexIn(name)) == TaskState.FAILED ? 1 : 0;
  }

  /** Those of which something failed. */
  RetryChoice ofFailed() {
    return new RetryChoice(job, only.stream().filter(name -> failed(name) > 0).toList());
  }

  /** Those that were named, but for these. */
  RetryChoice without(RetryChoice others) {
    return new RetryChoice(job, only.stream().filter(name -> !others.only.contains(name)).toList());
  }

  List<String> requests() {
    return only.isEmpty()
        ? List.of(Requests.retry(job.id()))
        : only.stream().map(name -> Requests.retry(job.id(), name)).toList();
  }

  List<Event> events() {
    return only.isEmpty()
        ? List.of(new Event.RetryRequested(job.id(), true, ""))
        : only.stream().<Event>map(name -> new Event.RetryRequested(job.id(), true, name)).toList();
  }

  /** What was named, for people: tasks with the numbers they know, and groups. */
  String title() {
    return only.stream().map(this::title).collect(Collectors.joining(", "));
  }

  private String title(String name) {
    return isTask(name)
        ? KnownTask.of(group(name), indexIn(name), FileLines.NONE).after(name)
        : name;
  }
}
