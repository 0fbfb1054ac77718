package io.windhover.app.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wherever jobs can be looked at and wished for: a state folder here, or a pool elsewhere. */
interface JobSource extends AutoCloseable {
  /**
   * How the job stands that is meant: by number, by name, or the newest.
   *
   * @throws io.windhover.app.CommandFailure when there is no such job
   */
  JobReport report(@Nullable String wanted);

  /** The counts of each group of the job, exactly. */
  List<Status.ShownGroup> groups(JobReport report);

  List<FailedTasks.FailedTask> failures(JobReport report);

  /** Where a failed task's output is, for people. */
  String output(FailedTasks.FailedTask task);

  /** Why tasks of the job wait, and what became of those that will not run. */
  List<Explanation> explanations(JobReport report);

  @Override
  void close();
}
