package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.SingleTask;
import io.windhover.policies.workflow.plan.Dag;
import java.util.List;

/** Jobs of two equal tasks, one after the other, submitted at 0 and planned on the first type. */
final class TwoInARow {
  private TwoInARow() {}

  static LiveJob job(
      int id,
      Terms terms,
      long[] millisByType,
      long deadlineMillis,
      Reserve reserve,
      long[] bookBeforeMillis) {
    TaskGroup group = SingleTask.of("a", millisByType[0]);
    JobSpec spec = new JobSpec("two", "", new Deadline.None(), false, List.of(group, group));
    Dag chain =
        Dag.of(new int[] {1, 1}, new int[][] {{}, {0}}, new long[][] {millisByType, millisByType});
    WorkClass work =
        new WorkClass(
            spec, chain, new int[] {0, 1}, new boolean[] {true, true}, deadlineMillis, false);
    ClassPlan plan = new Planner(work, terms, 0).windows(new int[] {0, 0}, Planner.ALL, reserve, 0);
    return new LiveJob(id, work, plan, 0, bookBeforeMillis);
  }
}
