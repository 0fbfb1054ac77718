package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Fields of a job, as a job file has them and as a submission to a pool has them. */
final class JobFields {
  private final Section job;
  private final int line;
  private final Problems problems;
  private final Values values;
  private final SortedMap<String, Integer> lines = new TreeMap<>();

  JobFields(Node.Fields map, List<String> known, Problems problems) {
    this.job = new Section(map, "", known, "a job", problems);
    this.line = map.line();
    this.problems = problems;
    this.values = new Values(problems);
  }

  PolicyChoice policy() {
    return job.value("policy").map(n -> PolicyReader.read(n, values)).orElse(PolicyChoice.UNSTATED);
  }

  Optional<Node> value(String name) {
    return job.value(name);
  }

  /**
   * The job.
   *
   * @param otherwise its name when it gives none
   * @param submitted whether a program sends the job to a pool
   */
  JobSpec spec(String otherwise, String folder, boolean keepGoing, boolean submitted)
      throws JobFileException {
    String name = job.value("name").map(n -> values.name(n, "name")).orElse(otherwise);
    Deadline deadline =
        job.value("deadline").map(n -> values.deadline(n, "deadline")).orElse(new Deadline.None());
    SortedMap<String, String> env = new TreeMap<>();
    var tasks = new TaskListReader(problems, env, submitted);
    job.value("env").ifPresent(n -> env.putAll(tasks.env(n, "env")));
    job.value("outputs").ifPresent(n -> env.put(Script.OUTPUTS_VARIABLE, outputs(n)));
    Optional<Node> list = job.value("tasks");
    if (list.isEmpty() && !job.lacks("tasks")) {
      problems.throwIfAny();
    }
    List<TaskGroup> groups =
        tasks.read(list.orElse(new Node.Text(line, "", Node.Kind.NOTHING)), "tasks");
    problems.throwIfAny();
    lines.putAll(tasks.lines());
    return new JobSpec(name, folder, deadline, keepGoing, groups);
  }

  /** The line of each group by its name, once the job was read. */
  SortedMap<String, Integer> lines() {
    return lines;
  }

  private String outputs(Node node) {
    String outputs = values.written(node, "outputs");
    if (outputs.isBlank()) {
      values.wrong(node, "outputs", "is empty; expected a folder or a URL like https://host/path");
    }
    return outputs;
  }
}
