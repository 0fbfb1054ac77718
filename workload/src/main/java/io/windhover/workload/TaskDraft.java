package io.windhover.workload;

import io.windhover.core.model.TaskGroup;
import java.util.List;

/**
 * A group before it has found its place among the others.
 *
 * @param group without what it waits for
 * @param line of its name
 * @param path such as {@code tasks[3]}
 */
record TaskDraft(TaskGroup group, int line, String path, List<Reference> after) {
  /**
   * The name of a task to wait for, and where it is written.
   *
   * @param byIndex whether only the task of the same index is meant
   */
  record Reference(String name, boolean byIndex, int line, String path) {}

  String name() {
    return group.name();
  }
}
