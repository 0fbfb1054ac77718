package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.remote.RemotePool;
import io.windhover.core.model.JobSpec;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.workload.LinesReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A manager from before submissions had a form of their own says so in its own words. */
final class OlderManagerTest {
  private static final String ITS_WORDS =
      "the job does not read: the journal does not read: Unrecognized field \"windhover\" (c\u2026";

  private final RemotePool.Line line =
      new RemotePool.Line() {
        @Override
        public Xml ask(Jid to, String iqType, Xml question, Duration patience) throws PoolFailure {
          throw new PoolFailure(PoolFailure.Kind.REFUSED, "bad-request", ITS_WORDS);
        }

        @Override
        public void close() {}
      };

  @Test
  void whoSubmitsIsToldThatTheManagerIsOlder() throws Exception {
    var lines = new ByteArrayInputStream("true\n".getBytes(StandardCharsets.UTF_8));
    JobSpec job = LinesReader.read("cmds", lines, Path.of("/jobs")).spec();
    var pool = new RemotePool("lab", "m.example.org", line, Duration.ofSeconds(1));
    assertThatThrownBy(() -> pool.submit(job))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.IMPOSSIBLE);
              assertThat(failure)
                  .hasMessageStartingWith("the manager of pool lab is older than this program");
            });
  }
}
