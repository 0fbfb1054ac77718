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

  /** How long it has run so far; time spent frozen is left out, time spent on checkpoints not. */
  long ranMillis(long nowMillis);

  /** Millionths of the task that an earlier attempt's checkpoint had made safe when it began. */
  int startParts();

  /** The run time that its last checkpoint keeps safe. */
  long checkpointedMillis();

  /** How many checkpoints it has been asked for. */
  int checkpointsAsked();

  /** It is writing a checkpoint it was asked for. */
  boolean checkpointing();

  /** It has been asked to end. */
  boolean stopping();
}
