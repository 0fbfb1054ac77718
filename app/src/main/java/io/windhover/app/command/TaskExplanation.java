package io.windhover.app.command;

import io.windhover.app.state.KnownTask;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRow;
import java.util.ArrayList;
import java.util.List;

/**
 * How one task of a job, or one group of them, has come to stand as it does.
 *
 * @param task its name, or the group's
 * @param parts what holds for it; several when the tasks of its group wait for different reasons
 */
record TaskExplanation(String task, List<Explanation> parts, List<String> lines) {
  /**
   * Tells of the task that is meant, or of the group.
   *
   * @throws io.windhover.app.CommandFailure when there is none such
   */
  static TaskExplanation of(JobSource source, JobReport report, TaskFilter filter) {
    List<Explanation> all = source.explanations(report);
    boolean array =
        source.groups(report).stream()
            .anyMatch(group -> group.name().equals(filter.task()) && group.tasks() > 1);
    if (array) {
      List<Explanation> parts = of(all, filter.task(), "");
      List<String> lines = parts.stream().map(Explanation::text).toList();
      return new TaskExplanation(
          filter.task(),
          parts,
          parts.isEmpty() ? List.of("nothing of " + filter.task() + " waits") : lines);
    }
    List<TaskRow> rows = new ArrayList<>();
    source.tasks(report, filter, rows::add);
    TaskRow row = rows.get(0);
    List<Explanation> parts =
        switch (row.state()) {
          case "waiting", "skipped", "cancelled" -> alone(of(all, row.group(), row.state()));
          default ->
              List.of(new Explanation(row.group(), 1, row.state(), row.state(), became(row)));
        };
    return new TaskExplanation(row.task(), parts, lines(row, parts));
  }

  private static List<Explanation> of(List<Explanation> all, String group, String state) {
    return all.stream()
        .filter(part -> part.group().equals(group))
        .filter(part -> state.isEmpty() || part.state().equals(state))
        .toList();
  }

  /** What holds for a task when it holds for all of its group; else any of these may. */
  private static List<Explanation> alone(List<Explanation> parts) {
    return parts.size() == 1
        ? parts.stream()
            .map(part -> new Explanation(part.group(), 1, part.state(), part.reason(), part.why()))
            .toList()
        : parts;
  }

  /** What became of a task that was started. */
  private static String became(TaskRow row) {
    String where = row.machine() == null ? "" : " on " + row.machine();
    if (row.state().equals("running")) {
      String since = row.started() == null ? "" : " since " + row.started();
      return "attempt " + row.attempts() + where + since;
    }
    String how = row.why() == null ? row.state() : row.why();
    return how + ", attempt " + row.attempts() + where + "; see windhover logs " + row.task();
  }

  private static List<String> lines(TaskRow row, List<Explanation> parts) {
    String title = new KnownTask(row.line(), row.arrayTaskId(), "", row.source()).after(row.task());
    List<String> lines = new ArrayList<>();
    boolean waits = row.state().equals("waiting");
    if (parts.size() > 1) {
      lines.add(title + " waits, for one of the reasons of its group:");
      parts.forEach(part -> lines.add("  " + part.text()));
    } else if (parts.isEmpty()) {
      lines.add(title + (waits ? " waits for its turn" : ": " + row.state()));
    } else {
      String verb = waits ? " waits: " : row.state().equals("running") ? " runs: " : ": ";
      String state = verb.equals(": ") ? " " + row.state() : "";
      lines.add(title + state + verb + parts.get(0).why());
    }
    String command = KnownTask.shortened(row.command(), Status.COMMAND_MAX);
    if (!command.isEmpty()) {
      lines.add("  $ " + command);
    }
    return lines;
  }
}
