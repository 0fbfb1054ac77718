package io.windhover.app.command;

import io.windhover.app.job.GroupCounts;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRow;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Wherever jobs can be looked at and wished for: a state folder here, or a pool elsewhere. */
interface JobSource extends AutoCloseable {
  /**
   * How the job stands that is meant: by number, by name, or the newest.
   *
   * @throws io.windhover.app.CommandFailure when there is no such job
   */
  JobReport report(@Nullable String wanted);

  /**
   * Whether a word that stands alone is one of the jobs, not a task of the newest one. In a run of
   * a list of commands or of a Slurm array a number is that of a task.
   */
  boolean namesJob(String word);

  /** The counts of each group of the job, exactly. */
  List<GroupCounts> groups(JobReport report);

  List<FailedTasks.FailedTask> failures(JobReport report);

  /** Where a failed task's output is, for people. */
  String output(FailedTasks.FailedTask task);

  /**
   * Tells of the tasks of the job that are asked for, one at a time.
   *
   * @throws io.windhover.app.CommandFailure when there are none such
   */
  void tasks(JobReport report, TaskFilter filter, Consumer<TaskRow> rows);

  /** Why tasks of the job wait, and what became of those that will not run. */
  List<Explanation> explanations(JobReport report);

  @Override
  void close();
}
