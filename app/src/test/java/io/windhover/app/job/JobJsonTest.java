package io.windhover.app.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.manager.Progress.JobProgress;
import org.junit.jupiter.api.Test;

/** A job goes over the wire as JSON, between programs of different age. */
final class JobJsonTest {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** As managers told it before they told the distance to the deadline. */
  private static final String OLDER =
      """
      {"job":7,"name":"sweep","owner":"alice@example.org","state":"running","tasks":9,\
      "succeeded":1,"failed":0,"cancelled":0,"skipped":0,"waiting":6,"running":2,"stopping":0,\
      "retried":3,"lost":4,"seconds":60.0,"submitted":"1970-01-01T00:01:40Z",\
      "deadline":"1970-01-01T00:05:00Z"}\
      """;

  private static JobStatus read(String json) throws Exception {
    return MAPPER.readValue(json, JobJson.class).status(160_000);
  }

  @Test
  void anOlderManagersAnswerIsTheJob() throws Exception {
    var job =
        new JobProgress(
            7, "sweep", 9, 6, 2, 1, 0, 0, 0, 3, 4, 0, 100_000, 300_000, -1, false, "", 0);
    assertThat(read(OLDER)).isEqualTo(new JobStatus(job, "alice@example.org", true, 160_000));
  }

  @Test
  void anOlderClientFindsEveryMemberThatItKnowsAsItWas() throws Exception {
    JsonNode older = MAPPER.readTree(OLDER);
    JsonNode newer = MAPPER.valueToTree(JobJson.of(read(OLDER)));
    for (var member : older.properties()) {
      assertThat(newer.get(member.getKey())).as(member.getKey()).isEqualTo(member.getValue());
    }
    assertThat(newer.get("secondsToDeadline").asDouble()).isEqualTo(140);
    assertThat(read(newer.toString())).isEqualTo(read(OLDER));
  }

  @Test
  void aJobThatFailedInPartBeforeItsOwnerCancelledItIsKnownAsCancelled() throws Exception {
    String over = OLDER.replace("\"failed\":0,\"cancelled\":0", "\"failed\":1,\"cancelled\":7");
    JobStatus failed =
        read(
            over.replace("running\",", "failed\",")
                .replace("\"deadline\"", "\"ended\":\"1970-01-01T00:02:00Z\",\"deadline\""));
    assertThat(failed.outcome()).isEqualTo(JobOutcome.FAILED);
    assertThat(failed.job().cancelledByOwner()).isTrue();
    JobStatus refused = read(over.replace("\"seconds\"", "\"refused\":\"too large\",\"seconds\""));
    assertThat(refused.outcome()).isEqualTo(JobOutcome.REFUSED);
    assertThat(refused.job().cancelledByOwner()).as("nobody has cancelled it").isFalse();
  }

  @Test
  void noJobHasRunForLessThanNothingThoughClocksDiffer() throws Exception {
    JobStatus early = MAPPER.readValue(OLDER, JobJson.class).status(99_000);
    assertThat(JobJson.of(early).seconds()).isZero();
    assertThat(JobWords.deadline(early)).isEqualTo("deadline in 3m 21s");
  }
}
