package io.windhover.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes a job as it is submitted to a pool: the fields of a job file as JSON, with what a file
 * leaves to the command line ({@code folder}, {@code keepGoing}), and {@code windhover}, the number
 * of the form. docs/wire.md describes it, {@link SubmissionReader} reads it.
 */
public final class SubmissionText {
  /** The form that this program writes, and reads. */
  public static final int VERSION = 1;

  private static final JsonFactory FACTORY = new JsonFactory();

  private SubmissionText() {}

  /**
   * The text.
   *
   * @throws IllegalArgumentException when the job has something that no job file can say
   */
  public static String of(JobSpec job) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(job, json);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail to be written to", e);
    }
    return text.toString();
  }

  private static void write(JobSpec job, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("windhover", VERSION);
    json.writeStringField("name", job.name());
    json.writeStringField("folder", job.folder());
    if (job.keepGoing()) {
      json.writeBooleanField("keepGoing", true);
    }
    if (job.deadline() instanceof Deadline.Within within) {
      json.writeStringField("deadline", span(within.spanMillis()));
    } else if (job.deadline() instanceof Deadline.At at) {
      json.writeStringField("deadline", Instant.ofEpochMilli(at.epochMillis()).toString());
    }
    SortedMap<String, String> shared = shared(job.groups());
    writeEnv(shared, json);
    String outputs = shared.get(Script.OUTPUTS_VARIABLE);
    if (outputs != null) {
      json.writeStringField("outputs", outputs);
    }
    json.writeArrayFieldStart("tasks");
    for (TaskGroup group : job.groups()) {
      write(group, job.groups(), shared, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Variables that all tasks have alike; those of each task alone stand at the task. */
  private static SortedMap<String, String> shared(List<TaskGroup> groups) {
    SortedMap<String, String> shared = new TreeMap<>(groups.get(0).script().env());
    groups.forEach(group -> shared.entrySet().retainAll(group.script().env().entrySet()));
    for (TaskGroup group : groups) {
      if (group.script().env().containsKey(Script.OUTPUTS_VARIABLE)
          && !shared.containsKey(Script.OUTPUTS_VARIABLE)) {
        throw new IllegalArgumentException(
            "the outputs of task " + group.name() + " go elsewhere than those of others");
      }
    }
    return shared;
  }

  private static void write(
      TaskGroup group, List<TaskGroup> groups, SortedMap<String, String> shared, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", group.name());
    json.writeNumberField("count", group.count());
    writeScript(group.script(), shared, json);
    if (!group.kind().equals(group.name())) {
      json.writeStringField("kind", group.kind());
    }
    writeNames("requires", group.need().requires(), json);
    json.writeNumberField("cores", group.need().cores());
    json.writeStringField("memory", group.need().memoryBytes() + "B");
    writeRuntime(group.runtime(), json);
    json.writeNumberField("priority", group.priority());
    json.writeBooleanField("interruptible", group.interruptible());
    json.writeNumberField("retries", group.retries());
    if (group.timeoutMillis() > 0) {
      json.writeStringField("timeout", span(group.timeoutMillis()));
    }
    if (group.checkpointEveryMillis() > 0) {
      json.writeObjectFieldStart("checkpoint");
      json.writeStringField("every", span(group.checkpointEveryMillis()));
      if (!group.checkpointHow().isEmpty()) {
        json.writeStringField("how", group.checkpointHow());
      }
      json.writeEndObject();
    }
    writeNames("after", group.after().stream().map(g -> before(g, group, groups)).toList(), json);
    if (group.parallel() > 0) {
      json.writeNumberField("parallel", group.parallel());
    }
    json.writeEndObject();
  }

  private static String before(int ordinal, TaskGroup group, List<TaskGroup> groups) {
    return groups.get(ordinal).name() + (group.byIndex().contains(ordinal) ? Names.SAME_INDEX : "");
  }

  private static void writeScript(
      Script script, SortedMap<String, String> shared, JsonGenerator json) throws IOException {
    if (!script.placeholder().isEmpty()) {
      throw new IllegalArgumentException("a command with " + script.placeholder());
    }
    if (script.commands().size() == 1) {
      json.writeStringField("command", script.commands().get(0));
    } else {
      writeNames("commands", script.commands(), json);
    }
    if (!script.numbers().isEmpty()) {
      json.writeStringField("numbers", script.numbers());
    }
    if (!script.cleanup().isEmpty()) {
      json.writeStringField("cleanup", script.cleanup());
    }
    SortedMap<String, String> own = new TreeMap<>(script.env());
    own.entrySet().removeAll(shared.entrySet());
    writeEnv(own, json);
  }

  private static void writeEnv(SortedMap<String, String> env, JsonGenerator json)
      throws IOException {
    boolean any = env.keySet().stream().anyMatch(name -> !name.equals(Script.OUTPUTS_VARIABLE));
    if (any) {
      json.writeObjectFieldStart("env");
      for (Map.Entry<String, String> variable : env.entrySet()) {
        if (!variable.getKey().equals(Script.OUTPUTS_VARIABLE)) {
          json.writeStringField(variable.getKey(), variable.getValue());
        }
      }
      json.writeEndObject();
    }
  }

  private static void writeNames(String field, List<String> names, JsonGenerator json)
      throws IOException {
    if (!names.isEmpty()) {
      json.writeArrayFieldStart(field);
      for (String name : names) {
        json.writeString(name);
      }
      json.writeEndArray();
    }
  }

  private static void writeRuntime(RuntimeEstimate runtime, JsonGenerator json) throws IOException {
    if (runtime.millisByType().isEmpty()) {
      if (runtime.anyTypeMillis() >= 0) {
        json.writeStringField("runtime", span(runtime.anyTypeMillis()));
      }
      return;
    }
    if (runtime.anyTypeMillis() >= 0) {
      throw new IllegalArgumentException("a runtime for some machine types and for all others");
    }
    json.writeObjectFieldStart("runtime");
    for (Map.Entry<String, Long> type : runtime.millisByType().entrySet()) {
      json.writeStringField(type.getKey(), span(type.getValue()));
    }
    json.writeEndObject();
  }

  /** Whole seconds where they are whole, else with their fraction; 0s for nothing. */
  private static String span(long millis) {
    return JobFileText.span(millis);
  }
}
