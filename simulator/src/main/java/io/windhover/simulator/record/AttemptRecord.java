package io.windhover.simulator.record;

import java.util.List;

/**
 * One try at a task.
 *
 * @param rows the cores of the machine it was drawn on, lowest first; the world counts cores, this
 *     numbers them
 * @param startParts millionths of the task that earlier checkpoints had made safe
 * @param frozen when it stood still with its machine
 * @param checkpoints each from the moment it was asked for until it was safe
 */
public record AttemptRecord(
    int number,
    int machine,
    List<Integer> rows,
    long startedAtMillis,
    long endedAtMillis,
    Outcome outcome,
    int startParts,
    List<Span> frozen,
    List<Span> checkpoints) {
  /** How it ended. */
  public enum Outcome {
    /** It ended the task; no task has more than one of these. */
    FINISHED,
    FAILED,
    /** It was told to stop, or ended at the very moment at which another had ended the task. */
    STOPPED,
    /** Its machine went away under it. */
    LOST,
    /** It still ran when the run broke off. */
    UNFINISHED
  }

  public AttemptRecord {
    rows = List.copyOf(rows);
    frozen = List.copyOf(frozen);
    checkpoints = List.copyOf(checkpoints);
  }

  /** Up to here its work counts: all of it, or what its last checkpoint holds. */
  public long usefulUntilMillis() {
    if (outcome == Outcome.FINISHED || outcome == Outcome.UNFINISHED) {
      return endedAtMillis;
    }
    return checkpoints.isEmpty()
        ? startedAtMillis
        : checkpoints.get(checkpoints.size() - 1).fromMillis();
  }
}
