package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.pool.Worker.POOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.component.ComponentRefused;
import io.windhover.wire.xmpp.component.ComponentSettings;
import io.windhover.wire.xmpp.component.ComponentStream;
import io.windhover.wire.xmpp.testkit.BadWire;
import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.ServerFailure;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The misfortunes of any way, and those of XMPP alone: a server between the manager and its
 * clients, which can be lost while clients stay connected, and Kestrel's workers, which join by
 * subscription. At the port a client's own connection is all that can be lost (PortWireTest).
 */
abstract class ComponentMisfortunes extends ManagerLinkMisfortunes {
  private static final AttemptRef FIRST = new AttemptRef(37, 99, 1);

  /** Hears nothing. */
  private static final class Deaf implements StanzaLink.Receiver {
    @Override
    public void received(Stanza stanza) {}

    @Override
    public void connected() {}

    @Override
    public void disconnected(String why) {}
  }

  private final ServerKind kind;
  private ServerWay way;

  @SuppressWarnings("NullAway") // Made before the first story.
  ComponentMisfortunes(ServerKind kind) {
    this.kind = kind;
  }

  @Override
  Way way(Path folder) {
    way = ServerWay.of(kind, folder);
    return way;
  }

  private Stage behind(BadWire wire) {
    return new Stage(
        way.through(wire.port()), PoolSettings.of(Stage.MANAGER, ManagerLinkMisfortunes::isWorker));
  }

  private ComponentSettings settings() {
    return ServerWay.settings(way.server(), way.server().componentPort());
  }

  @Test
  void afterACutEverybodyIsAskedToJoinAgainAndNobodyIsGone() throws IOException {
    try (var wire = new BadWire(way.server().componentPort());
        Stage stage = behind(wire);
        RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      wire.cut();
      worker.hearIqWith(Namespaces.WORKER);
      Worker.show(worker, "s1", 1, 0);
      assertThat(stage.told(worker, ToManager.Join.class).profile().session()).isEqualTo("s1");
      stage.send(worker, new ToWorker.Execute(Stage.order(FIRST, "x")));
      worker.hearIqWith(Namespaces.KESTREL_TASK);
    }
  }

  @Test
  void whoeverWentDuringACutIsAway() throws IOException {
    try (var wire = new BadWire(way.server().componentPort());
        Stage stage = behind(wire)) {
      String name;
      try (RawClient worker = stage.login("worker-1", "vm1")) {
        name = worker.address().toString();
        Worker.join(stage, worker, "s1", 1);
        wire.goDead();
        stage.disconnected("silent");
      }
      wire.revive();
      stage.connected(2);
      assertThat(stage.toldEvent(name)).isEqualTo("away");
    }
  }

  @Test
  void aQuietLinkIsNotTakenForADeadOne() throws Exception {
    try (var wire = new BadWire(way.server().componentPort());
        Stage stage = behind(wire);
        RawClient worker = stage.login("worker-1", "vm1")) {
      TimeUnit.MILLISECONDS.sleep(5_000); // More than twice what a dead one is given.
      Worker.join(stage, worker, "s1", 1);
      assertThat(stage.connections()).isEqualTo(1);
    }
  }

  /** A process that was killed may hold its ports for a moment longer. */
  private void startAgain() {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        way.server().start();
        return;
      } catch (ServerFailure e) {
        if (System.nanoTime() > untilNanos) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aServerThatIsStartedAgainIsFoundAgain() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker)) {
      String name;
      try (RawClient worker = stage.login("worker-1", "vm1")) {
        name = worker.address().toString();
        Worker.join(stage, worker, "s1", 1);
        way.server().kill();
        startAgain();
        stage.connected(2);
        assertThat(stage.toldEvent(name)).isEqualTo("away");
      }
      try (RawClient back = stage.login("worker-1", "vm1")) {
        Worker.show(back, "s1", 1, 1);
        assertThat(stage.told(back, ToManager.Join.class).profile().session()).isEqualTo("s1");
      }
    }
  }

  @Test
  void whoeverIsReplacedIsToldWhy() throws Exception {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        var second = new ComponentStream(settings())) {
      second.start(new Deaf());
      second.firstConnection().get(30, TimeUnit.SECONDS);
      // ejabberd lets both in and divides the stanzas among them: only a lock helps there.
      if (kind == ServerKind.PROSODY) {
        stage.disconnected("conflict");
      }
    }
  }

  @Test
  void aWrongSecretIsSaidAtOnce() {
    var settings =
        ComponentSettings.of(
            "127.0.0.1", way.server().componentPort(), Stage.MANAGER, () -> "guess".toCharArray());
    try (var stream = new ComponentStream(settings)) {
      stream.start(new Deaf());
      assertThatThrownBy(() -> stream.firstConnection().get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(ComponentRefused.class)
          .hasMessageStartingWith("the XMPP server does not accept the secret for manager at ")
          .hasMessageNotContaining("guess");
      assertThat(settings.toString() + stream).doesNotContain("guess");
    }
  }

  @Test
  void aServerThatIsNotThereYetIsWaitedFor() throws Exception {
    way.server().stop();
    try (var stream = new ComponentStream(settings().withPauses(50, 100))) {
      stream.start(new Deaf());
      assertThat(stream.firstConnection()).isNotDone();
      way.server().start();
      stream.firstConnection().get(30, TimeUnit.SECONDS);
    } finally {
      way.server().start();
    }
  }

  @Test
  void kestrelsWorkerJoinsBySubscriptionAndIsPinged() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient worker = stage.login("worker-4", "old")) {
      // Only who has asked for its roster is told of subscriptions.
      worker.say("<iq type='get' id='r'><query xmlns='jabber:iq:roster'/></iq><presence/>");
      worker.say("<presence type='subscribe' to='%s'/>".formatted(POOL));
      worker.hear(s -> s.type().equals("subscribed"));
      worker.hear(s -> s.type().equals("subscribe"));
      worker.say("<presence type='subscribed' to='%s'/>".formatted(POOL));
      Stanza what = worker.hearIqWith(Namespaces.DISCO_INFO);
      assertThat(what.payload().get(0).attribute("node")).isEmpty();
      worker.say(
          Worker.toServer(what.result(Worker.features(List.of("kestrel:tasks"), List.of()))));
      Stanza offers = worker.hearIqWith(Namespaces.DISCO_INFO);
      assertThat(offers.payload().get(0).attribute("node")).isEqualTo("kestrel:tasks:capabilities");
      Xml slip = Xml.of("query", Namespaces.DISCO_INFO);
      for (String offer : List.of("Python2.6", "Linux")) {
        slip = slip.with(Xml.text("feature", Namespaces.DISCO_INFO, offer));
      }
      worker.say(Worker.toServer(offers.result(slip)));
      ToManager.Join join = stage.told(worker, ToManager.Join.class);
      assertThat(join.profile().labels()).containsExactly("Linux", "Python2.6");
      assertThat(join.profile().cores()).isEqualTo(1);
      assertThat(stage.told(worker, ToManager.Busy.class).busy()).isFalse();

      Stanza ping = worker.hearIqWith(Namespaces.PING);
      worker.say(Worker.toServer(ping.result()));
      assertThat(stage.told(worker, ToManager.Heartbeat.class)).isNotNull();

      // It knows no attempts: the last one it was given is meant.
      stage.send(worker, new ToWorker.Execute(Stage.order(new AttemptRef(42, 23, 3), "x")));
      Stanza order = worker.hearIqWith(Namespaces.KESTREL_TASK);
      assertThat(order.from()).hasToString("job_42@" + Stage.MANAGER + "/23");
      worker.say(Worker.toServer(order.result()));
      worker.say(
          "<iq type='set' id='f' to='job42@%s/23'>".formatted(Stage.MANAGER)
              + "<task xmlns='kestrel:task' action='finished'/></iq>");
      assertThat(afterHeartbeats(stage, worker, ToManager.Taken.class).ref().attempt())
          .isEqualTo(3);
      ToManager.Report report = afterHeartbeats(stage, worker, ToManager.Report.class);
      assertThat(report.ref()).isEqualTo(new AttemptRef(42, 23, 3));
      stage.send(worker, new ToWorker.Acknowledge(report.ref()));
      assertThat(worker.hearAnswer("f").type()).isEqualTo("result");

      worker.say("<presence type='unavailable'/>");
      String name = worker.address().toString();
      Stage.Told told = stage.next(name);
      while (told.message().isPresent()) {
        told = stage.next(name);
      }
      assertThat(told.event()).isEqualTo("gone");
    }
  }

  private static <T extends ToManager> T afterHeartbeats(
      Stage stage, RawClient worker, Class<T> kind) {
    Stage.Told told = stage.next(worker.address().toString());
    while (told.message().orElseThrow() instanceof ToManager.Heartbeat) {
      told = stage.next(worker.address().toString());
    }
    return kind.cast(told.message().orElseThrow());
  }
}
