package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.BOB;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job in its owner's roster, and what a chat program can say to a pool. */
final class JobPresenceTest {
  private static final String POOL = "pool@" + DOMAIN;
  private static final String JOB_1 = "job_1@" + DOMAIN;

  @TempDir private Path folder;
  private DeskScene scene;

  @BeforeEach
  void open() {
    scene = new DeskScene(folder, DeskLimits.USUAL);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private List<Stanza> submit(int queue) {
    Xml job =
        Xml.of("job", KESTREL_JOB)
            .with("action", "submit")
            .with("queue", queue)
            .with(Xml.text("command", KESTREL_JOB, "run"));
    scene.ask("set", ALICE, "submit@" + DOMAIN, job);
    return scene.heard();
  }

  private static String text(List<Stanza> stanzas) {
    return stanzas.stream()
        .filter(stanza -> stanza.kind() == Stanza.Kind.PRESENCE)
        .map(JobPresenceTest::text)
        .collect(Collectors.joining("; "));
  }

  private static String text(Stanza presence) {
    String words = presence.payload().stream().map(Xml::text).collect(Collectors.joining(": "));
    return (presence.from() + " " + presence.type() + " " + words).strip();
  }

  @Test
  void aJobAsksShowsItselfAndIsShownAgainAfterARestart() {
    assertThat(text(submit(2))).isEqualTo(JOB_1 + " subscribe");
    scene.pass(5_000);
    assertThat(scene.heard()).as("nothing is shown to who has not agreed").isEmpty();

    String waiting = JOB_1 + "  away: requested 2, queued 2, running 0, completed 0";
    assertThat(text(scene.presence("subscribed", ALICE, JOB_1))).isEqualTo(waiting);
    assertThat(text(scene.presence("subscribe", ALICE, JOB_1)))
        .isEqualTo(JOB_1 + " subscribed; " + waiting);
    scene.join("w@example.org/1", 1);
    scene.heard();
    scene.pass(1_100);
    assertThat(text(scene.heard()))
        .isEqualTo(JOB_1 + "  requested 2, queued 1, running 1, completed 0");
    scene.pass(5_000);
    assertThat(scene.heard()).as("nothing has changed").isEmpty();

    scene.restart();
    scene.heard();
    scene.pass(1_100);
    assertThat(text(scene.heard())).contains("queued 1, running 1");
    scene.join("w@example.org/1", 1);
    scene.finishAll(0, "");
    scene.finishAll(0, "");
    scene.heard();
    scene.pass(1_100);
    assertThat(text(scene.heard()))
        .isEqualTo(JOB_1 + "  xa: requested 2, queued 0, running 0, completed 2");
    assertThat(text(scene.presence("probe", ALICE, JOB_1))).contains("xa");
  }

  @Test
  void whoTakesTheJobFromTheRosterCancelsIt() {
    submit(2);
    scene.presence("subscribed", ALICE, JOB_1);
    scene.presence("unsubscribe", BOB, JOB_1);
    scene.presence("unsubscribed", BOB, JOB_1);
    assertThat(scene.world().job(1).cancelled()).as("by somebody else").isFalse();
    assertThat(text(scene.presence("subscribe", BOB, JOB_1))).isEqualTo(JOB_1 + " unsubscribed");
    assertThat(text(scene.presence("probe", BOB, JOB_1))).isEmpty();

    assertThat(text(scene.presence("unsubscribe", ALICE, JOB_1)))
        .isEqualTo(JOB_1 + " unsubscribed");
    assertThat(scene.world().job(1).cancelled()).isTrue();
  }

  @Test
  void notToLetAJobInIsNotToCancelIt() {
    submit(2);
    scene.presence("unsubscribed", ALICE, JOB_1);
    assertThat(scene.world().job(1).cancelled()).isFalse();
    scene.pass(5_000);
    assertThat(scene.heard()).isEmpty();
  }

  @Test
  void changesAreShownOnceASecondAtMost() {
    submit(1_000);
    scene.join("w@example.org/1", 1);
    scene.presence("subscribe", ALICE, JOB_1);
    scene.heard();
    for (int i = 0; i < 300; i++) {
      scene.finishAll(0, "");
      scene.pass(8);
    }
    assertThat(scene.heard()).hasSizeBetween(2, 4);
  }

  @Test
  void thePoolAnswersInWords() {
    scene.join("w@example.org/1", 1);
    submit(2);
    assertThat(scene.chat(ALICE, POOL, "status"))
        .isEqualTo(
            "1 worker online, 0 with room, 1 busy\n"
                + "job 1 (run): requested 2, queued 1, running 1, completed 0");
    assertThat(scene.chat(BOB, POOL, "status")).contains("no job of yours");
    assertThat(scene.chat(ALICE, "submit@" + DOMAIN, " Status  1 ")).startsWith("job 1 (run): ");
    assertThat(scene.chat(BOB, POOL, "status 1")).isEqualTo("there is no job 1");
    assertThat(scene.chat(BOB, POOL, "cancel 1")).isEqualTo("there is no job 1");
    assertThat(scene.chat(ALICE, POOL, "jobs")).startsWith("job 1 (run): ");
    assertThat(scene.chat(ALICE, POOL, "workers")).contains("w@example.org/1: busy, 0 of 1");
    assertThat(scene.chat(ALICE, POOL, "retry 1")).contains("requested 2");
    assertThat(scene.chat(ALICE, POOL, "help")).contains("cancel 37");
    assertThat(scene.chat(ALICE, POOL, "make coffee")).startsWith("I do not understand 'make");
    assertThat(scene.chat(ALICE, POOL, "cancel")).contains("Which job?");
    assertThat(scene.chat(ALICE, JOB_1, "cancel")).contains("cancelled 2");
    assertThat(scene.world().job(1).cancelled()).isTrue();
  }
}
