package io.windhover.app.local;

import io.windhover.app.state.KnownTask;
import io.windhover.core.model.CheckpointWay;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.words.Counted;
import io.windhover.workload.Durations;
import io.windhover.workload.Sizes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says in plain words what differs between two forms of a job, by the names of the job file. Empty
 * when the work is the same; going on after a failure, or not, is not a matter of the work.
 */
final class SpecChanges {
  private static final int TEXT_MAX = 80;

  private final JobSpec before;
  private final JobSpec after;
  private final List<String> lines = new ArrayList<>();

  private SpecChanges(JobSpec before, JobSpec after) {
    this.before = before;
    this.after = after;
  }

  /** A line for each thing that differs, also the deadline. */
  static List<String> of(JobSpec before, JobSpec after) {
    var changes = new SpecChanges(before, after);
    changes.field("deadline", deadline(before.deadline()), deadline(after.deadline()));
    changes.groups();
    return changes.lines;
  }

  /** Whether the tasks are the same; by which numbers people know them does not matter. */
  static boolean sameTasks(JobSpec before, JobSpec after) {
    return unnumbered(before).equals(unnumbered(after));
  }

  private static List<Object> unnumbered(JobSpec spec) {
    List<Object> parts = new ArrayList<>();
    for (TaskGroup group : spec.groups()) {
      parts.add(group.script().numbered(""));
      parts.add(List.of(group.name(), group.count(), group.kind(), group.need(), group.after()));
      parts.add(List.of(group.runtime(), group.priority(), group.interruptible()));
      parts.add(List.of(group.retries(), group.timeoutMillis(), group.checkpointEveryMillis()));
      parts.add(group.checkpointHow());
      parts.add(List.of(group.byIndex(), group.parallel()));
    }
    return parts;
  }

  private void groups() {
    Map<String, TaskGroup> old = new TreeMap<>();
    before.groups().forEach(group -> old.put(group.name(), group));
    for (TaskGroup group : after.groups()) {
      TaskGroup was = old.remove(group.name());
      if (was == null) {
        lines.add(group.name() + ": new, " + Counted.of(group.count(), "task"));
      } else {
        group(was, group);
      }
    }
    old.keySet().forEach(name -> lines.add(name + ": removed"));
    if (lines.isEmpty() && !sameTasks(before, after)) {
      lines.add("the order of the tasks");
    }
  }

  private void group(TaskGroup a, TaskGroup b) {
    String at = b.name() + ": ";
    field(at + "count", a.count(), b.count());
    commands(a, b);
    field(at + "cleanup", text(a.script().cleanup()), text(b.script().cleanup()));
    env(at, a.script(), b.script());
    field(at + "cores", a.need().cores(), b.need().cores());
    field(at + "memory", size(a.need().memoryBytes()), size(b.need().memoryBytes()));
    field(at + "requires", a.need().requires(), b.need().requires());
    field(at + "after", names(before, a), names(after, b));
    field(at + "retries", a.retries(), b.retries());
    field(at + "timeout", span(a.timeoutMillis()), span(b.timeoutMillis()));
    field(at + "priority", a.priority(), b.priority());
    field(at + "parallel", limit(a.parallel()), limit(b.parallel()));
    field(at + "runtime", runtime(a.runtime()), runtime(b.runtime()));
    field(at + "kind", a.kind(), b.kind());
    field(at + "interruptible", a.interruptible(), b.interruptible());
    field(at + "checkpoint", span(a.checkpointEveryMillis()), span(b.checkpointEveryMillis()));
    field(at + "checkpoint.how", how(a), how(b));
  }

  private static String how(TaskGroup group) {
    return CheckpointWay.text(group.checkpointHow());
  }

  private void field(String name, Object a, Object b) {
    if (!a.equals(b)) {
      lines.add(name + ": " + a + " -> " + b);
    }
  }

  private void commands(TaskGroup a, TaskGroup b) {
    boolean one = a.script().commands().size() <= 1 && b.script().commands().size() <= 1;
    if (one && a.script().placeholder().equals(b.script().placeholder())) {
      field(b.name() + ": command", command(a, 0), command(b, 0));
      return;
    }
    int changed = 0;
    String first = "";
    for (int i = 0; i < Math.min(a.count(), b.count()); i++) {
      if (!a.script().commandOf(i).equals(b.script().commandOf(i)) && changed++ == 0) {
        first = "%s/%d: %s -> %s".formatted(b.name(), i, text(a, i), text(b, i));
      }
    }
    if (changed > 0) {
      lines.add(
          "%s: %s changed, first %s".formatted(b.name(), Counted.of(changed, "command"), first));
    }
  }

  private static String command(TaskGroup group, int index) {
    List<String> commands = group.script().commands();
    return commands.isEmpty() ? "none" : text(commands.get(index));
  }

  private static String text(TaskGroup group, int index) {
    return text(group.script().commandOf(index));
  }

  private static String text(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
    return line.isEmpty() ? "none" : KnownTask.shortened(line, TEXT_MAX);
  }

  /** Names of variables alone: their values may be nobody else's business. */
  private void env(String at, Script a, Script b) {
    var names = new TreeSet<>(a.env().keySet());
    names.addAll(b.env().keySet());
    for (String name : names) {
      if (!Objects.equals(a.env().get(name), b.env().get(name))) {
        String what =
            !a.env().containsKey(name) ? "new" : b.env().containsKey(name) ? "changed" : "removed";
        lines.add(
            name.equals(Script.OUTPUTS_VARIABLE)
                ? at + "output: " + what
                : at + "env: " + name + " " + what);
      }
    }
  }

  private static List<String> names(JobSpec job, TaskGroup group) {
    return group.after().stream()
        .map(g -> job.groups().get(g).name() + (group.byIndex().contains(g) ? " by index" : ""))
        .toList();
  }

  private static String size(long bytes) {
    return bytes == 0 ? "none" : Sizes.format(bytes);
  }

  private static String span(long millis) {
    return millis <= 0 ? "none" : Durations.format(millis);
  }

  private static String limit(int parallel) {
    return parallel == 0 ? "no limit" : Integer.toString(parallel);
  }

  private static String runtime(RuntimeEstimate runtime) {
    return span(runtime.anyTypeMillis())
        + (runtime.millisByType().isEmpty() ? "" : ", by type " + runtime.millisByType());
  }

  private static String deadline(Deadline deadline) {
    if (deadline instanceof Deadline.Within within) {
      return Durations.format(within.spanMillis());
    }
    return deadline instanceof Deadline.At at
        ? Instant.ofEpochMilli(at.epochMillis()).toString()
        : "none";
  }
}
