package io.windhover.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import java.io.IOException;

/**
 * Reads a job that was submitted to a pool, in the form that {@link SubmissionText} writes. The
 * rules are those of job files, and so are the complaints.
 */
public final class SubmissionReader {
  private static final String VERSION_FIELD = "windhover";
  private static final JsonFactory FACTORY = new JsonFactory();

  /** A list of two million commands, and some. */
  private static final int VALUES_MAX = 4_000_000;

  private static final int CHARS_MAX = 64_000_000;

  private final Problems problems;
  private final Values values;

  private SubmissionReader(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  /**
   * Whether the text says which form it has. Clients before version 1 of it did not: they sent the
   * job as a journal has it.
   */
  public static boolean saysItsForm(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        if (parser.currentName().equals(VERSION_FIELD)) {
          return true;
        }
        parser.nextToken();
        parser.skipChildren();
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The job.
   *
   * @throws JobFileException with all that is wrong; an unknown form is the only complaint
   */
  public static JobSpec read(String json) throws JobFileException {
    var problems = new Problems("job");
    Node root = JsonReader.read(json, new Tree(problems, VALUES_MAX, CHARS_MAX));
    if (!(root instanceof Node.Fields map)) {
      throw problems.fatal(root.line(), "", Shown.node(root) + " is no job; expected a map");
    }
    return new SubmissionReader(problems).job(map);
  }

  private JobSpec job(Node.Fields map) throws JobFileException {
    for (Node.Field field : map.fields()) {
      if (field.name().equals(VERSION_FIELD)) {
        checkVersion(field.value());
      }
    }
    var fields = new JobFields(map, Names.SUBMITTED_JOB_FIELDS, problems);
    if (fields.value("name").isEmpty()) {
      problems.add(map.line(), "name", "is missing; expected what the job is called");
    }
    String folder = fields.value("folder").map(n -> values.written(n, "folder")).orElse("");
    boolean keepGoing =
        fields.value("keepGoing").map(n -> values.flag(n, "keepGoing")).orElse(false);
    JobSpec spec = fields.spec("job", folder, keepGoing, true);
    if (JobRules.isTooLong(folder)) {
      throw problems.fatal(map.line(), "folder", "is too long for the name of a folder");
    }
    return spec;
  }

  private void checkVersion(Node version) throws JobFileException {
    if (!Shown.node(version).equals(Integer.toString(SubmissionText.VERSION))) {
      throw problems.fatal(
          version.line(),
          VERSION_FIELD,
          "%s is a form of jobs that this manager does not know; expected %d: it is older than the"
                  .formatted(Shown.node(version), SubmissionText.VERSION)
              + " program that sent the job");
    }
  }
}
