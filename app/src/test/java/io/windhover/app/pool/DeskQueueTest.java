package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.BOB;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A desk at which too much waits. */
final class DeskQueueTest {
  private static final int WAITING_MAX = 3;
  private static final long BYTES_MAX = 20_000;
  private static final DeskLimits LIMITS =
      new DeskLimits(
          1_000,
          100,
          4,
          1_000_000,
          100_000,
          600_000,
          50_000,
          1_000,
          10_000,
          10,
          WAITING_MAX,
          BYTES_MAX,
          45_000);
  private static final Jid JOB = Jid.of("job_1@" + DOMAIN);

  @TempDir private Path folder;
  private DeskScene scene;

  @BeforeEach
  void open() {
    scene = new DeskScene(folder, LIMITS);
    scene.ask("set", ALICE, DOMAIN, job("run"));
    scene.presence("subscribed", ALICE, JOB.toString());
    scene.heard();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static Xml job(String command) {
    return Xml.of("job", KESTREL_JOB)
        .with("action", "submit")
        .with(Xml.text("command", KESTREL_JOB, command));
  }

  private static Stanza question(String id) {
    return Stanza.iq("get", id, ALICE, JOB, Xml.of("query", KESTREL_STATUS));
  }

  private static List<String> ids(List<Stanza> stanzas, String type) {
    return stanzas.stream().filter(stanza -> stanza.isIq(type)).map(Stanza::id).toList();
  }

  @Test
  void strangersAreToldToWaitAndNoticesOfTheManagerAreNot() {
    scene.busy();
    for (int i = 1; i <= WAITING_MAX; i++) {
      assertThat(scene.say(question("q" + i))).isEmpty();
    }
    Stanza refused = scene.say(question("late")).get(0);
    assertThat(refused.id()).isEqualTo("late");
    assertThat(refused.condition()).isEqualTo("resource-constraint");
    assertThat(refused.errorText()).contains("try again");
    assertThat(scene.say(Stanza.message(BOB, Jid.of("pool@" + DOMAIN), "help"))).hasSize(1);

    scene.desk().connected();
    scene.pass(1_100);
    scene.heard();
    scene.free();
    scene.pass(1_100);
    List<Stanza> heard = scene.heard();
    assertThat(ids(heard, "result")).containsExactly("q1", "q2", "q3");
    assertThat(heard)
        .as("who watches a job is shown it again on a new stream")
        .anyMatch(
            stanza -> stanza.kind() == Stanza.Kind.PRESENCE && ALICE.bare().equals(stanza.to()));
  }

  @Test
  void fewLargeStanzasAreTooMuchToo() {
    scene.busy();
    Xml large = job("x".repeat((int) BYTES_MAX / 3));
    Jid submit = Jid.of("submit@" + DOMAIN);
    assertThat(scene.say(Stanza.iq("set", "fits", ALICE, submit, large))).isEmpty();
    assertThat(ids(scene.say(Stanza.iq("set", "large", BOB, submit, large)), "error"))
        .containsExactly("large");
    assertThat(scene.say(question("small"))).as("there is room for a small one").isEmpty();
    scene.free();
    scene.pass(2);
    assertThat(ids(scene.heard(), "result")).contains("fits", "small");
    assertThat(ids(scene.say(Stanza.iq("set", "again", BOB, submit, large)), "result"))
        .as("its room is free again")
        .containsExactly("again");
  }
}
