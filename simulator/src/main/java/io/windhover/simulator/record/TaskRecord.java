package io.windhover.simulator.record;

import io.windhover.core.model.TaskId;
import java.util.List;

/** A task and every try at it, in order. */
public record TaskRecord(TaskId id, String name, List<AttemptRecord> attempts) {
  public TaskRecord {
    attempts = List.copyOf(attempts);
  }
}
