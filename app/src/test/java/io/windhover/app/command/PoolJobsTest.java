package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.remote.RemotePool;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked of a pool for one who looks again and again. */
final class PoolJobsTest {
  private static final String JOB =
      """
      {"job":%d,"name":"sweep","owner":"alice@example.org","state":"running","tasks":9,\
      "succeeded":%d,"submitted":"2026-11-16T10:00:00Z"}\
      """;

  private final List<String> asked = new ArrayList<>();

  private final RemotePool.Line line =
      new RemotePool.Line() {
        @Override
        public Xml ask(Jid to, String iqType, Xml question, Duration patience) {
          asked.add(to.local() + " " + question.attribute("what"));
          if (question.is("query", Namespaces.KESTREL_STATUS)) {
            return counts();
          }
          String jobs =
              question.attribute("what").equals("jobs")
                  ? JOB.formatted(8, 0) + "," + JOB.formatted(7, 0)
                  : JOB.formatted(7, 5);
          return Xml.text("answer", Namespaces.POOL, "{\"jobs\":[" + jobs + "]}");
        }

        @Override
        public void close() {}
      };

  private static Xml counts() {
    Xml pool = Xml.of("pool", Namespaces.KESTREL_STATUS);
    for (String what : List.of("online", "available", "busy")) {
      pool = pool.with(Xml.text(what, Namespaces.KESTREL_STATUS, "2"));
    }
    return Xml.of("query", Namespaces.KESTREL_STATUS).with(pool);
  }

  @Test
  void aJobThatWasFoundIsAskedForAlone() {
    var jobs = new PoolJobs(new RemotePool("lab", "m.example.org", line, Duration.ofSeconds(1)));
    assertThat(jobs.report("sweep-8").job().succeeded()).isZero();
    assertThat(asked).containsExactly("submit jobs", "pool ");
    asked.clear();
    for (int i = 0; i < 3; i++) {
      assertThat(jobs.report("7").job().succeeded()).isEqualTo(5);
    }
    assertThat(asked).doesNotContain("submit jobs").contains("job_7 progress");
    assertThat(jobs.report(null).job().id()).as("the newest").isEqualTo(8);
  }
}
