package io.windhover.app.local;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.Optional;

/** Finds what differs first between the work of two jobs, named as in the job file. */
final class SpecDifference {
  private SpecDifference() {}

  /**
   * The first field that differs; empty when the work is the same. Going on after a failure, or
   * not, is not a matter of the work.
   */
  static Optional<String> first(JobSpec recorded, JobSpec now) {
    if (!recorded.name().equals(now.name())) {
      return Optional.of("name");
    }
    if (!recorded.folder().equals(now.folder())) {
      return Optional.of("the folder of the job file");
    }
    if (!recorded.deadline().equals(now.deadline())) {
      return Optional.of("deadline");
    }
    List<TaskGroup> before = recorded.groups();
    List<TaskGroup> after = now.groups();
    for (int g = 0; g < Math.min(before.size(), after.size()); g++) {
      String field = first(before.get(g), after.get(g));
      if (!field.isEmpty()) {
        return Optional.of("tasks[" + g + "]." + field);
      }
    }
    return before.size() == after.size()
        ? Optional.empty()
        : Optional.of("tasks[" + Math.min(before.size(), after.size()) + "]");
  }

  private static String first(TaskGroup a, TaskGroup b) {
    if (!a.name().equals(b.name())) {
      return "name";
    }
    if (a.count() != b.count()) {
      return "count";
    }
    if (!a.script().numbered("").equals(b.script().numbered(""))) {
      return first(a.script(), b.script());
    }
    if (!a.need().equals(b.need())) {
      return a.need().cores() != b.need().cores()
          ? "cores"
          : a.need().memoryBytes() != b.need().memoryBytes() ? "memory" : "requires";
    }
    if (!a.after().equals(b.after())) {
      return "after";
    }
    if (a.retries() != b.retries()) {
      return "retries";
    }
    if (a.timeoutMillis() != b.timeoutMillis()) {
      return "timeout";
    }
    if (a.priority() != b.priority()) {
      return "priority";
    }
    if (!a.runtime().equals(b.runtime())) {
      return "runtime";
    }
    if (!a.kind().equals(b.kind())) {
      return "kind";
    }
    if (a.interruptible() != b.interruptible()) {
      return "interruptible";
    }
    return a.checkpointEveryMillis() == b.checkpointEveryMillis() ? "" : "checkpoint";
  }

  private static String first(Script a, Script b) {
    if (a.commands().equals(b.commands())) {
      return a.cleanup().equals(b.cleanup()) ? "env" : "cleanup";
    }
    if (a.commands().size() > 1 && a.commands().size() == b.commands().size()) {
      for (int i = 0; i < a.commands().size(); i++) {
        if (!a.commands().get(i).equals(b.commands().get(i))) {
          return "command of task " + i;
        }
      }
    }
    return "command";
  }
}
