package io.windhover.app.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.client.ClientSettings;
import io.windhover.wire.xmpp.client.XmppClient;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.Reconnection;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.wire.xmpp.worker.StanzaWorkerLink;
import io.windhover.worker.AgentSettings;
import io.windhover.worker.LocalWorker;
import io.windhover.worker.ProcessSettings;
import io.windhover.worker.StoreAccess;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker with real processes at a real server; the manager is played by the test. */
final class WorkerLinkStoriesTest {
  private static final Addresses ADDRESSES = new Addresses(ComponentPeer.DOMAIN);
  private static final Jid WORKER = Jid.of("worker-1@localhost/vm7");

  @TempDir private Path temporary;

  private PrivateServer server(ServerKind kind) {
    var server = PrivateServer.prepare(kind, temporary.resolve("server"), ComponentPeer.DOMAIN);
    server.start();
    return server;
  }

  private LocalWorker worker(PrivateServer server) throws IOException {
    String password = Files.readString(server.account("worker-1")).strip();
    var profile = new WorkerProfile("vm7", "session-1", List.of("linux", "gpu"), 2, 1_000_000);
    var worker =
        new LocalWorker(
            profile,
            AgentSettings.DEFAULT,
            ProcessSettings.ofPool(
                temporary.resolve("state"), false, new StoreAccess("", Optional.empty(), Map.of())),
            notice -> {});
    var settings =
        new ClientSettings(
            "127.0.0.1",
            server.c2sPort(),
            WORKER,
            "vm7",
            () -> password,
            null,
            ClientSettings.PATIENCE);
    var client = new AtomicReference<StanzaClient>();
    var link =
        new StanzaWorkerLink(
            ADDRESSES,
            WORKER,
            worker.receiver(),
            notice -> {},
            receiver -> {
              client.set(XmppClient.of(settings, receiver));
              return client.get();
            });
    worker.connect(link);
    client.get().stayConnected(Reconnection.usual(failure -> {}));
    return worker;
  }

  private static Order order(int task, String command) {
    return new Order(
        new AttemptRef(37, task, 1),
        "sweep",
        "point",
        task,
        "/no/such/folder/here",
        command,
        "",
        new TreeMap<>(),
        1,
        1_000,
        0,
        0);
  }

  private static Jid task(int task) {
    return ADDRESSES.task(new AttemptRef(37, task, 1));
  }

  private static Stanza finished(ComponentPeer manager, Jid to) {
    Stanza report =
        manager.await(
            stanza ->
                stanza.isIq("set")
                    && to.equals(stanza.to())
                    && stanza.toString().contains("finished"));
    manager.send(report.result());
    return report;
  }

  @ParameterizedTest
  @EnumSource
  void joinsShowsWhatItOffersAndDoesWhatItIsTold(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind);
        var manager = new ComponentPeer(server);
        LocalWorker worker = worker(server)) {
      Stanza presence = manager.welcomeWorker();
      assertThat(presence.from()).isEqualTo(WORKER);
      WorkerText words = WorkerText.read(presence.in(Namespaces.WORKER).orElseThrow());
      assertThat(words.session()).isEqualTo("session-1");
      assertThat(words.free()).isEqualTo(2);
      Xml caps = presence.in(Namespaces.CAPS).orElseThrow();
      offersAreInBothPlaces(manager, caps.attribute("node") + "#" + caps.attribute("ver"));

      Order order = order(99, "echo done in $(pwd); echo $WINDHOVER_INDEX");
      Stanza taken = manager.ask("set", "x1", task(99), WORKER, TaskText.write(order));
      assertThat(taken.type()).isEqualTo("result");
      Xml report = finished(manager, task(99)).payload().get(0);
      assertThat(report.attribute("exit")).isEqualTo("0");
      assertThat(report.child("tail").orElseThrow().text())
          .isEqualTo("done in %s\n99\n".formatted(temporary.resolve("state/work/37-99-1")));
      assertThat(worker.awaitIdle(Duration.ofSeconds(10))).isTrue();
      assertThat(temporary.resolve("state/work/37-99-1")).doesNotExist();
      assertThat(temporary.resolve("state/logs/37/point/0/99.1.out")).isNotEmptyFile();
    }
  }

  /** Servers write attributes anew, and make spaces of what is no space there. */
  @ParameterizedTest
  @EnumSource
  void textsOfAnOrderArriveAsTheyWereSent(ServerKind kind) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("tab\there\nand\u0001there"));
    var env = new TreeMap<String, String>(Map.of("ODD", "\t\r\n\u001b[0m ü", "AS_IS", " a  b "));
    var order =
        new Order(
            new AttemptRef(37, 7, 1),
            "swe\tep\n\u0002",
            "po\u0003\tint\r",
            7,
            folder.toString(),
            "printf '%s|' \"$WINDHOVER_JOB\" \"$WINDHOVER_TASK\" \"$PWD\" \"$ODD\" \"$AS_IS\"",
            "",
            env,
            1,
            0,
            0,
            0);
    try (PrivateServer server = server(kind);
        var manager = new ComponentPeer(server);
        LocalWorker worker = worker(server)) {
      manager.welcomeWorker();
      manager.ask("set", "x1", task(7), WORKER, TaskText.write(order));
      Xml report = finished(manager, task(7)).payload().get(0);
      assertThat(report.child("tail").orElseThrow().plainText())
          .isEqualTo(
              String.join(
                  "|",
                  order.jobName(),
                  order.group() + "/7",
                  order.folder(),
                  env.get("ODD"),
                  env.get("AS_IS"),
                  ""));
      assertThat(worker.awaitIdle(Duration.ofSeconds(10))).isTrue();
    }
  }

  private static void offersAreInBothPlaces(ComponentPeer manager, String node) {
    Xml ask = Xml.of("query", Namespaces.DISCO_INFO);
    Stanza first = manager.ask("get", "d1", ComponentPeer.POOL, WORKER, ask.with("node", node));
    Xml info = first.payload().get(0);
    assertThat(info.children("feature").stream().map(feature -> feature.attribute("var")))
        .contains(Namespaces.KESTREL_TASKS, Namespaces.BATCH);
    Xml field = info.child("x").orElseThrow().children("field").get(1);
    assertThat(field.children("value").stream().map(Xml::text)).containsExactly("gpu", "linux");
    Stanza second =
        manager.ask(
            "get",
            "d2",
            ComponentPeer.POOL,
            WORKER,
            ask.with("node", Namespaces.KESTREL_CAPABILITIES));
    assertThat(second.payload().get(0).children().stream().map(f -> f.attribute("var")))
        .containsExactly("gpu", "linux");
    assertThat(
            manager
                .ask("get", "d3", ComponentPeer.POOL, WORKER, ask.with("node", "other"))
                .condition())
        .isEqualTo("item-not-found");
  }

  @ParameterizedTest
  @EnumSource
  void takesABatchInOneAnswerAndRefusesWhatDoesNotFit(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind);
        var manager = new ComponentPeer(server);
        LocalWorker worker = worker(server)) {
      manager.welcomeWorker();
      List<Xml> orders = new ArrayList<>();
      for (int task = 0; task < 20; task++) {
        Order order = order(task, "true");
        orders.add(TaskText.inBatch(order.ref(), TaskText.write(order)));
      }
      Order large =
          new Order(
              new AttemptRef(37, 20, 1),
              "sweep",
              "point",
              20,
              "",
              "true",
              "",
              new TreeMap<>(),
              3,
              0,
              0,
              0);
      orders.add(TaskText.inBatch(large.ref(), TaskText.write(large)));
      Stanza answer = manager.ask("set", "b1", ComponentPeer.POOL, WORKER, TaskText.batch(orders));
      assertThat(answer.type()).isEqualTo("result");
      List<Xml> refused = answer.payload().get(0).children("refused");
      assertThat(refused).hasSize(1);
      assertThat(TaskText.named(refused.get(0))).isEqualTo(large.ref());
      assertThat(refused.get(0).text()).contains("3 cores");

      int reported = 0;
      int stanzas = 0;
      while (reported < 20) {
        Stanza said = manager.await(stanza -> stanza.isIq("set"));
        manager.send(said.result());
        stanzas++;
        reported += said.toString().split("action='finished'", -1).length - 1;
      }
      assertThat(stanzas).isLessThan(40);
      assertThat(worker.awaitIdle(Duration.ofSeconds(10))).isTrue();

      Xml broken = Xml.of("task", Namespaces.KESTREL_TASK).with("action", "execute");
      Stanza bad =
          manager.ask("set", "b2", ComponentPeer.POOL, WORKER, TaskText.batch(List.of(broken)));
      assertThat(bad.condition()).isEqualTo("bad-request");
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesOrdersFromNobodyElse(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind);
        var manager = new ComponentPeer(server);
        LocalWorker worker = worker(server)) {
      manager.welcomeWorker();
      String password = Files.readString(server.account("mallory")).strip();
      var mallory =
          XmppClient.of(
              new ClientSettings(
                  "127.0.0.1",
                  server.c2sPort(),
                  Jid.of("mallory@localhost"),
                  "x",
                  () -> password,
                  null,
                  ClientSettings.PATIENCE));
      mallory.connect();
      Path trace = temporary.resolve("trace");
      Xml order = TaskText.write(order(1, "touch " + trace));
      PoolFailure refused =
          catchThrowableOfType(
              PoolFailure.class, () -> mallory.ask(WORKER, "set", order, Duration.ofSeconds(20)));
      assertThat(refused.condition()).isEqualTo("forbidden");
      assertThat(worker.awaitIdle(Duration.ZERO)).isTrue();
      assertThat(trace).doesNotExist();
      mallory.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void comesBackAfterTheServerDiedWithWhatItHolds(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind)) {
      LocalWorker worker;
      try (var manager = new ComponentPeer(server)) {
        worker = worker(server);
        manager.welcomeWorker();
        Order order = order(5, "while [ ! -e %s ]; do sleep 0.1; done".formatted(flag()));
        manager.ask("set", "x1", task(5), WORKER, TaskText.write(order));
        server.kill();
      }
      server.start();
      try (worker;
          var manager = new ComponentPeer(server)) {
        Stanza presence = manager.welcomeWorker();
        WorkerText words = WorkerText.read(presence.in(Namespaces.WORKER).orElseThrow());
        assertThat(words.session()).isEqualTo("session-1");
        assertThat(words.held()).containsExactly(new AttemptRef(37, 5, 1));
        Xml cancel = TaskText.write(new ToWorker.Cancel(new AttemptRef(37, 99, 1)));
        assertThat(manager.ask("set", "c1", task(99), WORKER, cancel).type()).isEqualTo("result");
        assertThat(finished(manager, task(99)).payload().get(0).attribute("ended"))
            .isEqualTo("stopped");
        Files.createFile(flag());
        assertThat(finished(manager, task(5)).payload().get(0).attribute("exit")).isEqualTo("0");
        assertThat(worker.awaitIdle(Duration.ofSeconds(10))).isTrue();
      }
    }
  }

  /** A manager that was started anew knows nobody; what it does not take is not recorded. */
  @ParameterizedTest
  @EnumSource
  void keepsAReportThatAManagerWhoDoesNotKnowItTurnsAway(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind);
        var manager = new ComponentPeer(server);
        LocalWorker worker = worker(server)) {
      manager.welcomeWorker();
      manager.ask("set", "x1", task(5), WORKER, TaskText.write(order(5, "echo kept")));
      Stanza report = manager.await(s -> s.isIq("set") && s.toString().contains("finished"));
      manager.send(report.refusal(Stanza.Condition.ITEM_NOT_FOUND, "you are not known: join"));
      WorkerText words =
          WorkerText.read(manager.welcomeWorker().in(Namespaces.WORKER).orElseThrow());
      assertThat(words.held()).containsExactly(new AttemptRef(37, 5, 1));
      Xml again = finished(manager, task(5)).payload().get(0);
      assertThat(again.child("tail").orElseThrow().text()).isEqualTo("kept\n");
      assertThat(worker.awaitIdle(Duration.ofSeconds(10))).isTrue();
    }
  }

  private Path flag() {
    return temporary.resolve("go-on");
  }
}
