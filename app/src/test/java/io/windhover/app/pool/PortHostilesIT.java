package io.windhover.app.pool;

import static io.windhover.app.pool.PoolScene.DOMAIN;
import static io.windhover.app.pool.PoolScene.STATUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.port.TokenBook;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Those who mean harm at a real manager's port, while a worker and a client who mean none go on.
 * How long these two wait is measured by bench/port-hostile; here it is bounded widely, since a
 * build may have little of its machine.
 */
final class PortHostilesIT {
  private static final int FRAMES = Boolean.getBoolean("windhover.long") ? 100_000 : 5_000;
  private static final int HALF_OPEN = 1_000;
  private static final Duration WAIT_MAX = Duration.ofSeconds(10);

  @TempDir private Path folder;

  private PortSceneWay way;
  private PoolScene scene;
  private RawClient alice;
  private RawClient worker;
  private int job;
  private String before = "";

  @BeforeEach
  void aPoolThatWorks() throws Exception {
    way = new PortSceneWay(folder);
    scene = new PoolScene(way, folder);
    alice = scene.login("alice", "laptop");
    worker = scene.join("worker-1", "vm1");
    job = scene.submit(alice, "true", 3);
    worker.say(worker.hearIqWith("kestrel:task").result());
    scene.awaitCounts(alice, job, "2 queued, 1 running, 0 completed");
    before = seen();
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private String seen() throws IOException {
    return scene.counts(alice, job)
        + scene.ask(alice, "get", "submit@" + DOMAIN, STATUS).payload()
        + scene.chat(alice, "pool@" + DOMAIN, "workers");
  }

  private PortHostiles hostiles() throws Exception {
    return new PortHostiles(
        way.port(), way.fingerprint(), SceneWay.read(way.tokenFile("worker-9")));
  }

  /** A client who is connected, one who comes, and a worker are served in time. */
  private void othersAreServed() throws Exception {
    long began = System.nanoTime();
    assertThat(seen()).isEqualTo(before);
    try (RawClient newcomer = way.login("alice", "phone")) {
      newcomer.say("<iq type='get' id='n' to='pool@manager'><ping xmlns='urn:xmpp:ping'/></iq>");
      assertThat(newcomer.hearAnswer("n")).isNotNull();
    }
    worker.say("<iq type='get' id='p' to='pool@manager'><ping xmlns='urn:xmpp:ping'/></iq>");
    assertThat(worker.hearAnswer("p").type()).isEqualTo("result");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(WAIT_MAX);
  }

  private void nothingWasSaidThatShouldNot() throws Exception {
    scene.manager().end();
    List<String> said = scene.said().lines().filter(line -> !line.startsWith("SLF4J")).toList();
    assertThat(said).as("lines of the log").hasSizeLessThan(300);
    assertThat(said).noneMatch(line -> line.contains("failed") || line.contains("Exception"));
  }

  @Test
  void aThousandHalfOpenConnectionsAndDeafOnesTakeNothingFromOthers() throws Exception {
    try (PortHostiles hostiles = hostiles()) {
      hostiles.halfOpen(HALF_OPEN);
      othersAreServed();
      hostiles.deaf(20);
      othersAreServed();
    }
    othersAreServed();
    nothingWasSaidThatShouldNot();
  }

  @Test
  void aFloodOfFramesThatCannotBeMeantChangesNothing() throws Exception {
    try (PortHostiles hostiles = hostiles()) {
      for (int part = 0; part < 5; part++) {
        hostiles.flood(FRAMES / 5, "flood", part);
        othersAreServed();
      }
    }
    nothingWasSaidThatShouldNot();
  }

  @Test
  void tokensThatAreWrongOrRevokedOpenNothing() throws Exception {
    String good = SceneWay.read(way.tokenFile("bob"));
    var asBob = Jid.of("bob@localhost/laptop");
    for (String wrong : List.of("x", "", good + "x", good.substring(1), good + ".")) {
      assertThatThrownBy(() -> RawClient.dial(way.port(), way.fingerprint(), wrong, asBob))
          .isInstanceOf(IOException.class);
    }
    try (RawClient bob = RawClient.dial(way.port(), way.fingerprint(), good, asBob)) {
      new TokenBook(folder.resolve("state")).revoke("bob@localhost");
      assertThatThrownBy(() -> bob.hear(stanza -> false)).hasMessageStartingWith("closed");
    }
    assertThatThrownBy(() -> RawClient.dial(way.port(), way.fingerprint(), good, asBob))
        .isInstanceOf(IOException.class);
    othersAreServed();
  }
}
