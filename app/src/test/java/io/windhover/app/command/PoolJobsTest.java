package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.remote.RemotePool;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import java.io.PrintWriter;
import java.io.StringWriter;
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
    assertThat(jobs.report("sweep").job().id()).as("the newest of that name").isEqualTo(8);
    assertThat(asked).containsExactly("submit jobs", "pool ");
    asked.clear();
    for (int i = 0; i < 3; i++) {
      assertThat(jobs.report("8").job().succeeded()).isEqualTo(5);
    }
    assertThat(jobs.report("7").job().id()).isEqualTo(7);
    assertThat(asked)
        .doesNotContain("submit jobs")
        .contains("job_8 progress")
        .contains("job_7 progress");
    assertThat(jobs.report(null).job().id()).as("the newest").isEqualTo(8);
  }

  @Test
  void whoCancelsAJobOfWhichATaskHadFailedIsToldHowMuchWasCancelled() {
    String before = JOB.formatted(7, 5).replace("\"tasks\"", "\"failed\":1,\"tasks\"");
    String after =
        before.replace("running", "failed").replace("9,", "9,\"cancelled\":3,\"ended\":\"%s\",");
    List<String> answers =
        new ArrayList<>(List.of(before, "", after.formatted("2026-11-16T11:00:00Z")));
    RemotePool.Line lab =
        new RemotePool.Line() {
          @Override
          public Xml ask(Jid to, String iqType, Xml question, Duration patience) {
            return Xml.text(
                "answer", Namespaces.POOL, "{\"jobs\":[%s]}".formatted(answers.remove(0)));
          }

          @Override
          public void close() {}
        };
    var said = new StringWriter();
    var out = new PrintWriter(said);
    new PoolWishes(new RemotePool("lab", "m.example.org", lab, Duration.ofSeconds(1)), false, out)
        .cancel("7");
    assertThat(said).hasToString("sweep (job 7): cancelled, 3 tasks\n");
  }
}
