package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.BOB;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;
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

/** Administrators see and cancel all; others do not, and workers' accounts submit nothing. */
final class DeskRightsTest {
  private static final Jid OPS = Jid.of("ops@example.org/desk");
  private static final Jid WORKER = Jid.of("worker-1@example.org/vm");

  @TempDir private Path folder;
  private DeskScene scene;

  @BeforeEach
  void open() {
    scene =
        new DeskScene(
            folder,
            DeskLimits.USUAL,
            new Rights(
                user -> true,
                user -> !user.startsWith("worker"),
                user -> user.startsWith("ops"),
                user -> 5));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Stanza submit(Jid from) {
    Xml job =
        Xml.of("job", KESTREL_JOB)
            .with("action", "submit")
            .with(Xml.text("command", KESTREL_JOB, "true"));
    return scene.ask("set", from, "submit@" + DOMAIN, job);
  }

  private Stanza wish(Jid from, String action) {
    Xml wish = Xml.of("job", KESTREL_JOB).with("action", action).with("id", 1);
    return scene.ask("set", from, "submit@" + DOMAIN, wish);
  }

  private Stanza drain(Jid from, String worker) {
    Xml drain = Xml.of("drain", POOL).with("worker", worker).with("wanted", "true");
    return scene.ask("set", from, "pool@" + DOMAIN, drain);
  }

  @Test
  void anAdministratorSeesAndCancelsWhatIsAnothers() {
    assertThat(submit(ALICE).type()).isEqualTo("result");
    Xml query = Xml.of("query", KESTREL_STATUS);
    assertThat(scene.ask("get", BOB, "job_1@" + DOMAIN, query).condition())
        .isEqualTo("item-not-found");
    Stanza seen = scene.ask("get", OPS, "submit@" + DOMAIN, query);
    assertThat(seen.in(KESTREL_STATUS).orElseThrow().children("job"))
        .singleElement()
        .satisfies(job -> assertThat(job.attribute("owner")).isEqualTo("alice@example.org"));
    Xml jobs = Xml.of("ask", POOL).with("what", "jobs");
    assertThat(scene.ask("get", OPS, "submit@" + DOMAIN, jobs).in(POOL).orElseThrow().text())
        .contains("alice@example.org");

    assertThat(wish(BOB, "cancel").condition()).isEqualTo("item-not-found");
    assertThat(wish(OPS, "cancel").type()).isEqualTo("result");
    assertThat(scene.world().job(1).cancelled()).isTrue();
  }

  @Test
  void aWorkersAccountSubmitsNothing() {
    Stanza answer = submit(WORKER);
    assertThat(answer.condition()).isEqualTo("forbidden");
    assertThat(answer.errorText()).contains("worker-1@example.org is a worker's account");
    assertThat(scene.world().jobs()).isEmpty();
  }

  @Test
  void onlyAdministratorsDrain() {
    Stanza answer = drain(ALICE, "worker-1");
    assertThat(answer.condition()).isEqualTo("forbidden");
    assertThat(answer.errorText()).contains("is no administrator");
    assertThat(drain(OPS, "nobody").errorText()).contains("there is no worker nobody");
    assertThat(drain(OPS, "").condition()).isEqualTo("bad-request");
  }

  @Test
  void anAdministratorDrainsByChatToo() {
    String pool = "pool@" + DOMAIN;
    scene.join("worker-1@example.org/vm", 1);
    assertThat(scene.chat(ALICE, pool, "drain worker-1")).contains("is no administrator");
    assertThat(scene.chat(OPS, pool, "drain worker-1")).isEqualTo("worker-1 is given nothing new");
    assertThat(scene.chat(ALICE, pool, "workers")).contains("worker-1@example.org/vm: drained");
    assertThat(scene.chat(OPS, pool, "undrain worker-1")).isEqualTo("worker-1 is given work again");
    assertThat(scene.chat(ALICE, pool, "workers")).contains("worker-1@example.org/vm: available");
    assertThat(scene.chat(OPS, pool, "drain worker-9")).isEqualTo("there is no worker worker-9");
  }

  @Test
  void aWorkerIsDrainedWhenTheLastTaskHasCleanedUp() {
    String pool = "pool@" + DOMAIN;
    scene.join("worker-1@example.org/vm", 1);
    assertThat(submit(ALICE).type()).isEqualTo("result");
    scene.chat(OPS, pool, "drain worker-1");
    String draining = "worker-1@example.org/vm: draining";
    assertThat(scene.chat(ALICE, pool, "workers")).as("it runs").contains(draining);
    List<Runnable> cleaned = scene.finishAllButCleanups();
    assertThat(scene.world().attempts()).isEmpty();
    assertThat(scene.chat(ALICE, pool, "workers")).as("it cleans up").contains(draining);
    cleaned.forEach(Runnable::run);
    assertThat(scene.chat(ALICE, pool, "workers")).contains("worker-1@example.org/vm: drained");
  }

  @Test
  void anAdministratorSeesTheTasksOfAnothersJob() {
    assertThat(submit(ALICE).type()).isEqualTo("result");
    Xml tasks = Xml.of("ask", POOL).with("what", "tasks");
    assertThat(scene.ask("get", BOB, "job_1@" + DOMAIN, tasks).condition())
        .isEqualTo("item-not-found");
    assertThat(scene.ask("get", OPS, "job_1@" + DOMAIN, tasks).type()).isEqualTo("result");
  }
}
