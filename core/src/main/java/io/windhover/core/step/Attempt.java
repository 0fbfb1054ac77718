package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.AttemptView;

/** A live attempt. */
public final class Attempt implements AttemptView {
  private final AttemptId id;
  private final Group group;
  private final Machine machine;
  private final long assignedAtMillis;
  private final int startParts;

  /** How long the machine had been frozen in all when this attempt was given to it. */
  private final long frozenBeforeMillis;

  long startedAtMillis = -1;
  long checkpointedMillis;
  int checkpointsAsked;
  boolean checkpointing;
  boolean stopping;

  /** Its machine will clean up after it: its end does not free its room. */
  boolean cleansUp;

  Attempt(AttemptId id, Group group, Machine machine, long assignedAtMillis) {
    this(
        id,
        group,
        machine,
        assignedAtMillis,
        group.safeParts(id.task().index() - group.firstIndex()),
        machine.frozenMillis(assignedAtMillis));
  }

  Attempt(
      AttemptId id,
      Group group,
      Machine machine,
      long assignedAtMillis,
      int startParts,
      long frozenBeforeMillis) {
    this.id = id;
    this.group = group;
    this.machine = machine;
    this.assignedAtMillis = assignedAtMillis;
    this.startParts = startParts;
    this.frozenBeforeMillis = frozenBeforeMillis;
  }

  /** What is safe of the task if this attempt ends now, in millionths of it. */
  int safeParts() {
    long estimate = group.spec().runtime().millisOn(machine.spec().type()).orElse(0);
    if (estimate <= 0 || checkpointedMillis <= 0) {
      return startParts;
    }
    long parts = checkpointedMillis * Group.WHOLE / estimate;
    return (int) Math.min(Group.WHOLE, startParts + parts);
  }

  long frozenBeforeMillis() {
    return frozenBeforeMillis;
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
  public long ranMillis(long nowMillis) {
    return startedAtMillis < 0
        ? 0
        : nowMillis - startedAtMillis - (machine.frozenMillis(nowMillis) - frozenBeforeMillis);
  }

  @Override
  public int startParts() {
    return startParts;
  }

  @Override
  public long checkpointedMillis() {
    return checkpointedMillis;
  }

  @Override
  public int checkpointsAsked() {
    return checkpointsAsked;
  }

  @Override
  public boolean checkpointing() {
    return checkpointing;
  }

  @Override
  public boolean stopping() {
    return stopping;
  }
}
