package io.windhover.workload;

import io.windhover.core.model.CheckpointWay;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges a job that came some other way than through a job file by the rules of job files. A
 * manager asks it about jobs in Kestrel's stanzas and about those of older clients.
 */
public final class JobSpecCheck {
  private static final String NO_TEXT = "cannot be given to a program; expected text";

  private Optional<String> complaint = Optional.empty();

  private JobSpecCheck() {}

  /** What is wrong with the job first, as {@code FIELD: WHY}; empty when nothing is. */
  public static Optional<String> complaint(JobSpec job) {
    var check = new JobSpecCheck();
    check.job(job);
    return check.complaint;
  }

  private void require(boolean holds, String field, String otherwise) {
    if (!holds && complaint.isEmpty()) {
      complaint = Optional.of(field + ": " + otherwise);
    }
  }

  private void job(JobSpec job) {
    name(job.name(), "name");
    require(JobRules.isForPrograms(job.folder()), "folder", NO_TEXT);
    require(!JobRules.isTooLong(job.folder()), "folder", "is too long for the name of a folder");
    if (job.deadline() instanceof Deadline.Within within) {
      span(within.spanMillis(), "deadline");
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < job.groups().size() && complaint.isEmpty(); i++) {
      TaskGroup group = job.groups().get(i);
      String path = "tasks[" + i + "]";
      group(group, path + ".");
      require(
          names.add(group.name()),
          path + ".name",
          Shown.quoted(group.name()) + " is the name of an earlier task; expected another");
    }
  }

  private void name(String name, String field) {
    require(
        JobRules.isName(name),
        field,
        Shown.quoted(name) + " is not a name; " + JobRules.NAME_EXPECTED);
  }

  private void label(String label, String field) {
    require(
        JobRules.isLabel(label),
        field,
        Shown.quoted(label) + " is not a label; " + JobRules.LABEL_EXPECTED);
  }

  private void span(long millis, String field) {
    range(millis, 0, JobRules.SPAN_MILLIS_MAX, field);
  }

  private void range(long number, long min, long max, String field) {
    require(
        number >= min && number <= max,
        field,
        "%s is out of range; expected %s to %s"
            .formatted(Shown.number(number), Shown.number(min), Shown.number(max)));
  }

  private void group(TaskGroup group, String path) {
    name(group.name(), path + "name");
    name(group.kind(), path + "kind");
    range(group.priority(), -JobRules.PRIORITY_MAX, JobRules.PRIORITY_MAX, path + "priority");
    range(group.retries(), 0, JobRules.RETRIES_MAX, path + "retries");
    span(group.timeoutMillis(), path + "timeout");
    span(group.checkpointEveryMillis(), path + "checkpoint.every");
    require(
        CheckpointWay.canonical(group.checkpointHow()).equals(Optional.of(group.checkpointHow())),
        path + "checkpoint.how",
        Shown.quoted(group.checkpointHow()) + " is no way to save; " + CheckpointWay.EXPECTED);
    text(group.checkpointHow(), path + "checkpoint.how");
    runtime(group.runtime(), path + "runtime");
    need(group.need(), path);
    script(group.script(), path);
  }

  private void runtime(RuntimeEstimate runtime, String path) {
    if (runtime.anyTypeMillis() != RuntimeEstimate.UNKNOWN.anyTypeMillis()) {
      span(runtime.anyTypeMillis(), path);
    }
    for (Map.Entry<String, Long> type : runtime.millisByType().entrySet()) {
      label(type.getKey(), path);
      span(type.getValue(), path + "." + Shown.field(type.getKey()));
    }
  }

  private void need(Need need, String path) {
    need.requires().forEach(label -> label(label, path + "requires"));
    range(need.cores(), 1, JobRules.CORES_MAX, path + "cores");
    range(need.memoryBytes(), 0, JobRules.MEMORY_BYTES_MAX, path + "memory");
  }

  private void script(Script script, String path) {
    text(script.cleanup(), path + "cleanup");
    text(script.placeholder(), path + "command");
    for (Map.Entry<String, String> variable : script.env().entrySet()) {
      String field = path + "env." + Shown.field(variable.getKey());
      require(
          JobRules.isVariable(variable.getKey())
              || variable.getKey().equals(Script.OUTPUTS_VARIABLE),
          field,
          JobRules.variableComplaint(variable.getKey()));
      text(variable.getValue(), field);
    }
    for (String command : script.commands()) {
      require(!command.isBlank(), path + "command", "is empty; expected a command");
      text(command, path + "command");
    }
  }

  private void text(String text, String field) {
    require(JobRules.isForPrograms(text), field, NO_TEXT);
    require(
        !JobRules.isTooLong(text),
        field,
        "the text is too long; expected at most "
            + Shown.number(JobRules.TEXT_BYTES_MAX)
            + " bytes");
  }
}
