package io.windhover.simulator.record;

import io.windhover.core.model.TaskId;
import java.util.List;

/** A task and every try at it, in order. */
public record TaskRecord(TaskId id, String name, List<AttemptRecord> attempts) {
  public TaskRecord {
    attempts = List.copyOf(attempts);
  }

  /** The attempt that ended the task; of a task that did not end, the last one. */
  public AttemptRecord deciding() {
    return attempts.stream()
        .filter(attempt -> attempt.outcome() == AttemptRecord.Outcome.FINISHED)
        .findFirst()
        .orElse(attempts.get(attempts.size() - 1));
  }
}
