package io.windhover.wire.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.wire.xmpp.testkit.BadWire;
import io.windhover.wire.xmpp.testkit.OpenedPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers and people at a manager's own port. */
final class PortWireTest {
  private static final String FIRST = "worker-1@pool/vm7";

  private PortStage stage = new PortStage(0);

  @AfterEach
  void nothingHasFailed() {
    stage.close();
    assertThat(stage.failures()).isEmpty();
  }

  private static Order order(int task) {
    var env = new TreeMap<String, String>();
    env.put("MODE", "fast & \"loose\"\n\u0007");
    var ref = new AttemptRef(37, task, 1, "5b0c17d2a9e4f386");
    return new Order(ref, "sweep", "point", task, "/data", "./x <&>", "", env, 1, 0, 0, 0);
  }

  @Test
  void aWorkerJoinsIsGivenTasksAndReportsThem() throws Exception {
    try (var worker = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s1")) {
      worker.isWelcome();
      ToManager.Join join = stage.next(FIRST, ToManager.Join.class);
      assertThat(join.profile().session()).isEqualTo("s1");
      assertThat(join.profile().labels()).containsExactly("Linux", "Python3");
      assertThat(join.profile().cores()).isEqualTo(2);
      assertThat(join.profile().ordersAhead()).isEqualTo(16);
      List<Order> orders = List.of(order(1), order(2), order(3));
      orders.forEach(order -> stage.link.send(FIRST, new ToWorker.Execute(order)));
      for (Order order : orders) {
        assertThat(worker.hears(ToWorker.Execute.class).order()).isEqualTo(order);
        worker.say(new ToManager.Taken(order.ref()));
      }
      for (Order order : orders) {
        assertThat(stage.next(FIRST, ToManager.Taken.class).ref()).isEqualTo(order.ref());
      }
      for (Order order : orders) {
        worker.say(new ToManager.Report(order.ref(), new Ending.Exited(3), 12, "tail\u0001"));
      }
      for (Order order : orders) {
        ToManager.Report report = stage.next(FIRST, ToManager.Report.class);
        assertThat(report.ref()).isEqualTo(order.ref());
        assertThat(report.tail()).isEqualTo("tail\u0001");
        stage.link.send(FIRST, new ToWorker.Acknowledge(order.ref()));
      }
      for (Order order : orders) {
        assertThat(worker.hears(ToWorker.Acknowledge.class).ref()).isEqualTo(order.ref());
      }
      worker.say(new ToManager.Leave());
      stage.next(FIRST, ToManager.Leave.class);
    }
  }

  @Test
  void aCutConnectionIsAwayAndItsWorkerComesBackWithWhatItHolds() throws Exception {
    try (var wire = new BadWire(stage.port());
        var worker = new PortWorker(wire.port(), "worker-1@pool", "vm7", "s1")) {
      worker.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
      worker.held = List.of(order(1).ref());
      for (int round = 0; round < 3; round++) {
        wire.cut();
        assertThat(stage.next()).isEqualTo(new PortStage.Told(FIRST, Optional.empty(), "away"));
        worker.isWelcome();
        ToManager.Join again = stage.next(FIRST, ToManager.Join.class);
        assertThat(again.profile().session()).isEqualTo("s1");
        assertThat(again.held()).containsExactly(order(1).ref());
      }
    }
  }

  @Test
  void aWireThatGoesDeadIsNoticedByBothEnds() throws Exception {
    try (var wire = new BadWire(stage.port());
        var worker = new PortWorker(wire.port(), "worker-1@pool", "vm7", "s1")) {
      worker.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
      wire.goDead();
      worker.say(new ToManager.Heartbeat());
      assertThat(stage.next().event()).isEqualTo("away");
      wire.revive();
      worker.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
    }
  }

  @Test
  void aManagerThatIsStartedAgainIsFoundAgain() throws Exception {
    int port = stage.port();
    try (var worker = new PortWorker(port, "worker-1@pool", "vm7", "s1")) {
      worker.isWelcome();
      stage.close();
      assertThat(worker.failures.take().kind()).isEqualTo(PoolFailure.Kind.NO_MANAGER);
      stage = new PortStage(port);
      worker.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
      // What only the manager remembers it can call by name.
      stage.link.send(FIRST, new ToWorker.JoinAgain());
      worker.isWelcome();
    }
  }

  @Test
  void theSameNameAgainTakesThePlaceOfTheFirst() throws Exception {
    try (var first = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s1")) {
      first.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
      try (var second = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s2")) {
        second.hears(ToWorker.JoinAgain.class);
        assertThat(stage.next().event()).isEqualTo("away");
        assertThat(stage.next(FIRST, ToManager.Join.class).profile().session()).isEqualTo("s2");
      }
    }
  }

  private PoolFailure refusal(PortDialer dialer) {
    try (var client = new StanzaClient(dialer)) {
      return catchThrowableOfType(PoolFailure.class, client::connect);
    }
  }

  @Test
  void wrongTokensAndOtherCertificatesAreRefused() {
    PoolFailure token = refusal(PortWorker.dialer(stage.port(), "guess", "vm7"));
    assertThat(token.kind()).isEqualTo(PoolFailure.Kind.WRONG_PASSWORD);
    assertThat(token).hasMessageContaining("wrong token").hasMessageNotContaining("guess");
    PoolFailure pin =
        refusal(PortWorker.dialer(stage.port(), "worker-1@pool", "vm7", "ab".repeat(32)));
    assertThat(pin.kind()).isEqualTo(PoolFailure.Kind.NOT_TRUSTED);
    assertThat(pin).hasMessageContaining(OpenedPort.fingerprint());
  }

  @Test
  void whoPretendsToBeAnotherIsTakenForItself() throws Exception {
    try (var client = new StanzaClient(PortWorker.dialer(stage.port(), "alice@pool", "laptop"))) {
      client.connect();
      Jid pool = new Jid("pool", PortProtocol.DOMAIN, "");
      Xml words = Xml.of("worker", Namespaces.WORKER).with("session", "s9").with("cores", 4);
      client.send(Stanza.presence("", Jid.of(FIRST), pool, List.of(words)));
      Xml you =
          client.ask(pool, "get", Xml.of("who", "test"), Duration.ofSeconds(20)).orElseThrow();
      assertThat(you.text()).isEqualTo("alice@pool/laptop");
      assertThat(stage.told).isEmpty(); // She is no worker, whatever she says.
    }
  }

  @Test
  void nonsenseEndsTheConnectionOfItsSenderAlone() throws Exception {
    try (var good = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s1")) {
      good.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
      List<String> said = new ArrayList<>();
      PortStanzas.Visit visit =
          stage.stanzas.arrived(
              Jid.of("worker-2@pool/x"),
              new PortStanzas.Line() {
                @Override
                public void send(String message) {
                  said.add(message);
                }

                @Override
                public void close(String why) {
                  said.add("closed: " + why);
                }
              });
      visit.received("<iq type='get' id='1' to='nobody@elsewhere'><x/></iq>");
      assertThat(said.get(0)).contains("item-not-found");
      visit.received(
          "<iq type='set' id='2' to='pool@manager'><tasks xmlns='windhover:batch'/></iq>");
      assertThat(said.get(1)).contains("you are not known");
      visit.received(
          "<iq type='set' id='3' to='pool@manager'><x>" + "y".repeat(600_000) + "</x></iq>");
      assertThat(said.get(2)).contains("policy-violation");
      visit.received("<!DOCTYPE x>");
      assertThat(said.get(3)).startsWith("closed: not understood");
      visit.ended();
      good.say(new ToManager.Heartbeat());
      stage.next(FIRST, ToManager.Heartbeat.class);
    }
  }

  @Test
  void ordersForSomebodyWhoHasGoneAreAnsweredInItsPlace() throws Exception {
    try (var worker = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s1")) {
      worker.isWelcome();
      stage.next(FIRST, ToManager.Join.class);
      stage.stanzas.putOut(Jid.of("worker-1@pool"), "its token was revoked");
      assertThat(stage.next().event()).isEqualTo("away");
    }
  }

  @Test
  void whatIsNotForThePortGoesToTheServer() throws Exception {
    List<Stanza> toServer = new ArrayList<>();
    StanzaLink server =
        new StanzaLink() {
          @Override
          public void send(Stanza stanza) {
            toServer.add(stanza);
          }

          @Override
          public void close() {}
        };
    try (var worker = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s1")) {
      worker.isWelcome();
      var both = new StanzaSwitch(stage.stanzas, server);
      Jid pool = Jid.of("pool@manager.example.org");
      Jid far = Jid.of("worker-9@example.org/vm9");
      both.send(Stanza.presence("", pool, far, List.of()));
      both.send(Stanza.presence("", pool, Jid.of(FIRST), List.of()));
      worker.hears(ToWorker.Welcome.class);
      assertThat(toServer).extracting(Stanza::to).containsExactly(far);
    }
  }
}
