package io.windhover.core.policy;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskId;
import java.util.List;

/** One job as a policy sees it. */
public interface JobView {
  int id();

  JobSpec spec();

  long submittedAtMillis();

  /** {@link io.windhover.core.model.Deadline#NEVER_MILLIS} when there is none. */
  long deadlineAtMillis();

  List<? extends GroupView> groups();

  GroupView groupOf(TaskId task);

  /** Nothing waits and nothing runs any more. */
  boolean over();
}
