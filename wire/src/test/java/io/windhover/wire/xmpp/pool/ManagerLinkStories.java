package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.pool.Worker.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Workers, by hand, with the manager's link on a real server of either kind, or at its port. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ManagerLinkStories {
  private static final AttemptRef FIRST = new AttemptRef(37, 99, 1);
  private static final AttemptRef SECOND = new AttemptRef(37, 100, 1);

  private Way way;
  private Stage stage;

  abstract Way way(Path folder);

  @BeforeAll
  void prepare(@TempDir Path folder) {
    way = way(folder);
  }

  @AfterAll
  void end() {
    way.close();
  }

  @BeforeEach
  void open() {
    stage = new Stage(way, address -> address.local().startsWith("worker"));
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void aWorkerJoinsByDirectedPresenceAndIsAskedOnce() throws IOException {
    try (RawClient first = stage.login("worker-1", "vm1");
        RawClient second = stage.login("worker-2", "vm2")) {
      first.say(
          Worker.presence("s1", "cores='4' free='3' memory='8000'", "37/99#2", Worker.features()));
      Worker.answer(first, Worker.features());
      ToManager.Join join = stage.told(first, ToManager.Join.class);
      assertThat(join.profile().name()).isEqualTo("worker-1@localhost/vm1");
      assertThat(join.profile().session()).isEqualTo("s1");
      assertThat(join.profile().labels()).containsExactly("Linux", "Python3");
      assertThat(join.profile().cores()).isEqualTo(4);
      assertThat(join.profile().memoryBytes()).isEqualTo(8000);
      assertThat(join.held()).containsExactly(new AttemptRef(37, 99, 2));

      stage.send(first, new ToWorker.Welcome());
      Stanza welcome = first.hear(s -> s.kind() == Stanza.Kind.PRESENCE);
      assertThat(welcome.type()).isEmpty();
      assertThat(welcome.from()).hasToString(POOL);

      // The hash is known now: the second is taken at its word.
      Worker.show(second, "s2", 1, 1);
      assertThat(stage.told(second, ToManager.Join.class).profile().labels())
          .containsExactly("Linux", "Python3");
    }
  }

  @Test
  void aHashThatDoesNotFitIsBelievedOfNobodyElse() throws IOException {
    try (RawClient liar = stage.login("worker-3", "vm1");
        RawClient honest = stage.login("worker-2", "vm2")) {
      Worker.show(liar, "s1", 1, 1);
      Worker.answer(liar, Worker.features(List.of("kestrel:tasks"), List.of("Everything")));
      assertThat(stage.told(liar, ToManager.Join.class).profile().labels())
          .containsExactly("Everything");
      assertThat(Worker.join(stage, honest, "s2", 1).profile().labels())
          .containsExactly("Linux", "Python3");
    }
  }

  @Test
  void anOrderIsTakenStartedFinishedAndAcknowledged() throws IOException {
    String command = "printf '%s\\n' \"\u00e4\u20ac\ud83d\ude00\" <&1 && echo \u0001";
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      stage.send(worker, new ToWorker.Execute(Stage.order(FIRST, command)));
      Stanza order = worker.hearIqWith(Namespaces.KESTREL_TASK);
      var told = order(order);
      assertThat(told.order().command()).isEqualTo(command);
      assertThat(told.order().env()).containsEntry("MODE", "fast & \"loose\"\n");
      worker.say(Worker.toServer(order.result()));
      assertThat(stage.told(worker, ToManager.Taken.class).ref()).isEqualTo(FIRST);

      report(worker, "started", TaskText.write(new ToManager.Started(FIRST)));
      assertThat(stage.told(worker, ToManager.Started.class).ref()).isEqualTo(FIRST);
      assertThat(worker.hearAnswer("started").type()).isEqualTo("result");

      var finished = new ToManager.Report(FIRST, new Ending.Exited(3), 12_345, "\u0007last\r\n");
      report(worker, "finished", TaskText.write(finished));
      assertThat(stage.told(worker, ToManager.Report.class)).isEqualTo(finished);
      report(worker, "again", TaskText.write(finished));
      assertThat(stage.told(worker, ToManager.Report.class)).isEqualTo(finished);
      stage.send(worker, new ToWorker.Acknowledge(FIRST));
      assertThat(worker.hearAnswer("finished").type()).isEqualTo("result");
      assertThat(worker.hearAnswer("again").type()).isEqualTo("result");
    }
  }

  private static ToWorker.Execute order(Stanza order) {
    try {
      return (ToWorker.Execute) TaskText.toWorker(37, 99, order.payload().get(0));
    } catch (io.windhover.wire.xmpp.BadStanza e) {
      throw new AssertionError(e);
    }
  }

  private static void report(RawClient worker, String id, Xml task) throws IOException {
    worker.say(
        "<iq type='set' id='%s' to='job_37@%s/99'>%s</iq>".formatted(id, Stage.MANAGER, task));
  }

  @Test
  void whatWaitsForOneWorkerGoesInOneStanza() throws IOException {
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      int tasks = 500;
      for (int task = 0; task < tasks; task++) {
        var ref = new AttemptRef(37, task, 1);
        stage.send(worker, new ToWorker.Execute(Stage.order(ref, "echo " + task)));
      }
      int next = 0;
      int stanzas = 0;
      while (next < tasks) {
        Stanza iq = worker.hear(s -> s.isIq("set"));
        stanzas++;
        Xml first = iq.payload().get(0);
        assertThat(first.toString().length()).isLessThan(60_000);
        List<Xml> said = first.name().equals("tasks") ? first.children() : List.of(first);
        for (Xml task : said) {
          assertThat(task.child("command").orElseThrow().text()).isEqualTo("echo " + next);
          next++;
        }
        if (next == tasks) {
          Xml refused =
              Xml.text("refused", Namespaces.BATCH, "no room")
                  .with("job", 37)
                  .with("task", tasks - 1)
                  .with("attempt", 1);
          worker.say(Worker.toServer(iq.result(TaskText.batch(List.of(refused)))));
        } else {
          worker.say(Worker.toServer(iq.result()));
        }
      }
      assertThat(stanzas).isLessThan(50);
      for (int task = 0; task < tasks - 1; task++) {
        assertThat(stage.told(worker, ToManager.Taken.class).ref().task()).isEqualTo(task);
      }
      assertThat(stage.told(worker, ToManager.Refused.class).why()).isEqualTo("no room");
    }
  }

  @Test
  void aBatchOfReportsIsAnsweredWhenAllAreRecorded() throws IOException {
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 2);
      var one = new ToManager.Report(FIRST, new Ending.Exited(0), 1, "");
      var two = new ToManager.Report(SECOND, new Ending.Stopped(), 2, "");
      Xml batch =
          TaskText.batch(
              List.of(
                  TaskText.inBatch(FIRST, TaskText.write(new ToManager.Started(FIRST))),
                  TaskText.inBatch(FIRST, TaskText.write(one)),
                  TaskText.inBatch(SECOND, TaskText.write(two))));
      worker.say("<iq type='set' id='b' to='%s'>%s</iq>".formatted(POOL, batch));
      stage.told(worker, ToManager.Started.class);
      assertThat(stage.told(worker, ToManager.Report.class)).isEqualTo(one);
      assertThat(stage.told(worker, ToManager.Report.class)).isEqualTo(two);
      stage.send(worker, new ToWorker.Acknowledge(SECOND));
      worker.say(
          "<iq type='get' id='p' to='submit@%s'><ping xmlns='urn:xmpp:ping'/></iq>"
              .formatted(Stage.MANAGER));
      // Were the batch answered too early, its answer would be first.
      Stanza answer = worker.hear(s -> s.isIq("result"));
      assertThat(answer.id()).isEqualTo("p");
      stage.send(worker, new ToWorker.Acknowledge(FIRST));
      assertThat(worker.hearAnswer("b").type()).isEqualTo("result");
    }
  }

  @Test
  void aRefusalIsTold() throws IOException {
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      stage.send(worker, new ToWorker.Execute(Stage.order(FIRST, "x")));
      Stanza order = worker.hearIqWith(Namespaces.KESTREL_TASK);
      worker.say(
          Worker.toServer(order.refusal(Stanza.Condition.RESOURCE_CONSTRAINT, "no core is free")));
      ToManager.Refused refused = stage.told(worker, ToManager.Refused.class);
      assertThat(refused).isEqualTo(new ToManager.Refused(FIRST, "no core is free"));
    }
  }

  @Test
  void aWorkerThatVanishesIsAwayAndOneThatLeavesHasLeft() throws IOException {
    String name;
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      name = worker.address().toString();
      Worker.join(stage, worker, "s1", 1);
    }
    assertThat(stage.toldEvent(name)).isEqualTo("away");
    try (RawClient back = stage.login("worker-1", "vm1")) {
      Worker.show(back, "s1", 1, 1);
      assertThat(stage.told(back, ToManager.Join.class).profile().session()).isEqualTo("s1");
      back.say(
          ("<presence type='unavailable' to='%s'><worker xmlns='windhover:worker' session='s1'"
                  + " leaving='true'/></presence>")
              .formatted(POOL));
      stage.told(back, ToManager.Leave.class);
    }
  }

  @Test
  void aWorkerThatGrowsIsResizedAndOneThatSaysTheSameJoinsAgain() throws IOException {
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 2);
      Worker.show(worker, "s1", 2, 0); // Busy: nothing new for the manager.
      Worker.show(worker, "s1", 5, 3);
      assertThat(stage.told(worker, ToManager.Resized.class))
          .isEqualTo(new ToManager.Resized(5, 8000));
      Worker.show(worker, "s1", 5, 3);
      stage.told(worker, ToManager.Join.class);
      Worker.show(worker, "s2", 5, 3);
      assertThat(stage.told(worker, ToManager.Join.class).profile().session()).isEqualTo("s2");
    }
  }

  @Test
  void aPingTellsThatTheMachineStoodStill() throws IOException {
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      worker.say(
          ("<iq type='get' id='p' to='%s'><ping xmlns='urn:xmpp:ping'>"
                  + "<slept xmlns='windhover:worker' from='1700000000000' millis='60000'/>"
                  + "</ping></iq>")
              .formatted(POOL));
      assertThat(stage.told(worker, ToManager.Slept.class))
          .isEqualTo(new ToManager.Slept(1_700_000_000_000L, 60_000));
      stage.told(worker, ToManager.Heartbeat.class);
    }
  }

  @Test
  void aPingIsAnsweredAsTheManagerSays() throws IOException {
    String ping = "<iq type='get' id='%s' to='%s'><ping xmlns='urn:xmpp:ping'/></iq>";
    try (RawClient worker = stage.login("worker-1", "vm1")) {
      worker.say(ping.formatted("p0", POOL));
      assertThat(worker.hearAnswer("p0").condition()).isEqualTo("item-not-found");
      Worker.join(stage, worker, "s1", 1);
      worker.say(ping.formatted("p1", POOL));
      stage.told(worker, ToManager.Heartbeat.class);
      stage.send(worker, new ToWorker.Welcome());
      assertThat(worker.hearAnswer("p1").type()).isEqualTo("result");
      worker.say(ping.formatted("p2", POOL));
      stage.told(worker, ToManager.Heartbeat.class);
      stage.send(worker, new ToWorker.JoinAgain());
      assertThat(worker.hearAnswer("p2").condition()).isEqualTo("item-not-found");
      stage.send(worker, new ToWorker.JoinAgain());
      worker.hearIqWith(Namespaces.WORKER);
    }
  }
}
