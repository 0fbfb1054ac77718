package io.windhover.core.policy;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.CheckpointWay;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import java.util.PrimitiveIterator;

/** One group of alike tasks as a policy sees it. */
public interface GroupView {
  /** What a checkpoint is reckoned to take at least, once it was measured. */
  long DUMP_MILLIS_MIN = 1_000;

  JobView job();

  /** Its place among the groups of the job. */
  int ordinal();

  TaskGroup spec();

  /** Every group it comes after has succeeded. */
  boolean open();

  /** Every task of it has succeeded. */
  boolean succeeded();

  int waiting();

  /**
   * How many tasks could start now: those that wait and have nothing left to wait for, no more than
   * may run at once. They may be there before the group is open, when tasks follow by index.
   */
  int ready();

  /** The ready tasks' indexes within the group, ascending. */
  PrimitiveIterator.OfInt readyIndexes();

  TaskId task(int indexInGroup);

  boolean isWaiting(int indexInGroup);

  /**
   * Whether nothing can be made of the task any more: it has succeeded, or failed for good, or was
   * cancelled or skipped. Attempts of it that are being stopped may still be live.
   */
  boolean isSettled(int indexInGroup);

  /** How many attempts of the task are live. */
  int liveAttempts(int indexInGroup);

  /** How long its tasks have run of late; -1 before the first has succeeded. */
  long usualMillis();

  /** Whether checkpoints can be written of its tasks; where not, none may be asked for. */
  default boolean savable() {
    return job().spec().savable()
        || (job().spec().stored()
            && spec().checkpointEveryMillis() > 0
            && CheckpointWay.canBeAsked(spec().checkpointHow()));
  }

  /** How long checkpoints of its tasks have taken of late; -1 before the first was measured. */
  long usualDumpMillis();

  /**
   * The same, or what is reckoned with as long as nothing was measured. Never less than a second:
   * besides the copy each checkpoint costs messages, calls to a store and a step.
   */
  default long dumpMillis(CheckpointCost reckoned) {
    long usual = usualDumpMillis();
    return usual < 0
        ? reckoned.dumpMillis(spec().need().memoryBytes())
        : Math.max(usual, DUMP_MILLIS_MIN);
  }

  /** Whether checkpoints may keep parts of some of its tasks safe. */
  boolean hasSafeParts();

  /** Millionths of the task that checkpoints keep safe. */
  int safeParts(int indexInGroup);
}
