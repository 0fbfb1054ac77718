package io.windhover.app.pool;

import static io.windhover.app.pool.PoolScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASK;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real manager's log tells of a short life. */
final class ManagerLogIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"PROSODY", "PORT"})
  void theLogTellsOfJobsWorkersLossesAndRefusalsOneLineEach(SceneWay.Kind kind) throws Exception {
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "laptop");
      int job = scene.submit(alice, "echo not-for-logs", 1);
      scene.login("alice", "phone").close();
      RawClient worker = scene.join("worker-1", "vm1");
      Stanza order = worker.hearIqWith(KESTREL_TASK);
      worker.say(order.result());
      worker.say(
          "<presence type='unavailable' to='pool@%s'><worker xmlns='windhover:worker' session='s'"
                  .formatted(DOMAIN)
              + " leaving='true'/></presence>");
      scene.awaitCounts(alice, job, "1 queued, 0 running, 0 completed");
      scene.ask(alice, "set", "submit@" + DOMAIN, PoolScene.wish("cancel").with("id", 99));
      scene.ask(alice, "set", "submit@" + DOMAIN, PoolScene.wish("cancel").with("id", job));
      ManagerProcess manager = scene.manager().awaitSaid("cancelled after");
      assertThat(manager.end()).isZero();

      List<String> lines =
          manager
              .said()
              .lines()
              .filter(line -> !line.startsWith("manager ") && !line.startsWith("SLF4J"))
              .toList();
      assertThat(lines)
          .allMatch(line -> line.matches("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z (info|warn) .+"));
      assertThat(words(lines))
          .contains(
              "info job %d (echo) submitted by alice@localhost: 1 task".formatted(job),
              "warn job %d (echo): 1 attempt lost with their machine, to be run again without blame"
                  .formatted(job),
              "warn refused alice@localhost: there is no job 99",
              "info job %d (echo) cancelled by its owner".formatted(job),
              "info manager stops: it was told to")
          .as("people who come and go are no workers")
          .noneMatch(line -> line.contains("refused worker"))
          .anyMatch(line -> line.matches("info manager started for .* 0 jobs, 0 workers.*"))
          .anyMatch(line -> line.matches("info worker worker-1@localhost/vm1 joined: 1 core, .*"))
          .anyMatch(line -> line.matches("warn worker worker-1@localhost/vm1 gone: .*"))
          .anyMatch(
              line -> line.matches("info job %d .echo. cancelled after .*1 lost".formatted(job)));
      assertThat(manager.said())
          .doesNotContain("not-for-logs")
          .doesNotContain(scene.way().secrets("alice"));
    }
  }

  private static List<String> words(List<String> lines) {
    return lines.stream().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
  }
}
