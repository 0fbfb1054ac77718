package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.AttemptView;

/** A live attempt. */
public final class Attempt implements AttemptView {
  private final AttemptId id;
  private final Group group;
  private final Machine machine;
  private final long assignedAtMillis;
  long startedAtMillis = -1;
  long checkpointedMillis;
  boolean stopping;

  Attempt(AttemptId id, Group group, Machine machine, long assignedAtMillis) {
    this.id = id;
    this.group = group;
    this.machine = machine;
    this.assignedAtMillis = assignedAtMillis;
  }

  int index() {
    return id.task().index() - group.firstIndex();
  }

  @Override
  public AttemptId id() {
    return id;
  }

  @Override
  public Group group() {
    return group;
  }

  @Override
  public Machine machine() {
    return machine;
  }

  @Override
  public long assignedAtMillis() {
    return assignedAtMillis;
  }

  @Override
  public long startedAtMillis() {
    return startedAtMillis;
  }

  @Override
  public long checkpointedMillis() {
    return checkpointedMillis;
  }

  @Override
  public boolean stopping() {
    return stopping;
  }
}
