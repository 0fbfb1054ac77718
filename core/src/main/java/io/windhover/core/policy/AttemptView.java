package io.windhover.core.policy;

import io.windhover.core.model.AttemptId;

/** One live attempt as a policy sees it. */
public interface AttemptView {
  AttemptId id();

  GroupView group();

  MachineView machine();

  long assignedAtMillis();

  /** When it was reported to have started; -1 before that. */
  long startedAtMillis();

  /** The run time that its last checkpoint keeps safe. */
  long checkpointedMillis();

  /** It has been asked to end. */
  boolean stopping();
}
