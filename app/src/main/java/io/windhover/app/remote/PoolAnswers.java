package io.windhover.app.remote;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.manager.Progress.JobProgress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a manager answers to the questions of the command line, as JSON (docs/wire.md). Both ends
 * use these records; a field that one end does not know is left unread, so the two may differ in
 * age.
 */
public final class PoolAnswers {
  /** {@code what='jobs'}: all jobs of the one who asks, oldest first. */
  public record Jobs(long nowMillis, int machines, int cores, List<JobProgress> jobs) {}

  /** {@code what='job'}: one job, group by group. */
  public record Job(
      long nowMillis,
      int machines,
      JobProgress progress,
      List<GroupCounts> groups,
      List<FailedTask> failures,
      List<Waiting> waiting) {}

  /** The counts of one group. */
  public record GroupCounts(
      String name,
      int tasks,
      int waiting,
      int running,
      int succeeded,
      int failed,
      int cancelled,
      int skipped) {}

  /**
   * A task that has failed for good.
   *
   * @param index within the job
   * @param exit null when it did not end by itself
   */
  public record FailedTask(
      String task, int index, int attempt, @Nullable Integer exit, String why, String worker) {}

  /** Why some tasks of a group wait: the kind, for programs, and the words. */
  public record Waiting(String group, int tasks, String reason, String why) {}

  /** {@code what='logs'}: the attempts of one task, oldest first. */
  public record Logs(int job, String task, int index, String state, List<Attempt> attempts) {}

  /**
   * One attempt.
   *
   * @param outcome succeeded, failed, lost, stopped, or running
   * @param tail the last lines it wrote, as far as they were reported
   */
  public record Attempt(
      int attempt, String outcome, String why, String worker, long endedAtMillis, String tail) {}

  /** {@code what='workers'}: who is there. */
  public record Workers(List<Worker> workers) {}

  /** One worker. */
  public record Worker(
      int machine,
      String name,
      int cores,
      int free,
      long memoryBytes,
      List<String> offers,
      long sinceMillis,
      boolean away,
      int tasks) {}

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private PoolAnswers() {}

  public static String encode(Object answer) {
    try {
      return MAPPER.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON: " + answer, e);
    }
  }

  /**
   * Reads an answer.
   *
   * @throws IllegalArgumentException if it is none of this kind
   */
  public static <T> T decode(String json, Class<T> type) {
    try {
      T answer = MAPPER.readValue(json, type);
      if (answer == null) {
        throw new IllegalArgumentException("an empty answer");
      }
      return answer;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an answer: " + e.getOriginalMessage(), e);
    }
  }
}
