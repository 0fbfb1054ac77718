package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.pool.Worker.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong on any way, and people who should not be heard. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ManagerLinkMisfortunes {
  private static final AttemptRef FIRST = new AttemptRef(37, 99, 1);

  private Way way;

  abstract Way way(Path folder);

  @BeforeAll
  void prepare(@TempDir Path folder) {
    way = way(folder);
  }

  @AfterAll
  void end() {
    way.close();
  }

  static boolean isWorker(Jid address) {
    return address.local().startsWith("worker");
  }

  @Test
  void oneThatOnlyTheManagerRemembersIsInvited() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient worker = stage.login("worker-1", "vm1")) {
      worker.say("<presence/>");
      stage.send(worker, new ToWorker.JoinAgain());
      Stanza invitation = worker.hearIqWith(Namespaces.WORKER);
      assertThat(invitation.payload()).hasToString("[<join xmlns='windhover:worker'/>]");
    }
  }

  @Test
  void whoMayNotWorkIsToldSoAndNothingIsKept() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient stranger = stage.login("alice", "laptop")) {
      Worker.show(stranger, "s1", 64, 64);
      Stanza refusal = stranger.hear(s -> s.type().equals("error"));
      assertThat(refusal.condition()).isEqualTo("forbidden");
      stranger.say(
          ("<iq type='set' id='f' to='job_37@%s/99'><task xmlns='kestrel:task' action='finished'"
                  + " attempt='1' exit='0'/></iq>")
              .formatted(Stage.MANAGER));
      assertThat(stranger.hearAnswer("f").condition()).isEqualTo("forbidden");
      assertThat(stage.allTold()).isEmpty();
    }
  }

  @Test
  void aWorkerSpeaksOnlyForItself() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient honest = stage.login("worker-1", "vm1");
        RawClient forger = stage.login("worker-2", "vm2")) {
      Worker.join(stage, honest, "s1", 1);
      Worker.show(forger, "s2", 1, 1);
      stage.told(forger, ToManager.Join.class);
      stage.send(honest, new ToWorker.Execute(Stage.order(FIRST, "x")));
      Stanza order = honest.hearIqWith(Namespaces.KESTREL_TASK);
      // Another's answer, under its own name: it was asked nothing.
      forger.say("<iq type='result' id='%s' to='%s'/>".formatted(order.id(), order.from()));
      // Its own report of another's task is handed over as its own, for the manager to judge.
      forger.say(
          ("<iq type='set' id='f' to='job_37@%s/99'><task xmlns='kestrel:task' action='finished'"
                  + " attempt='1' exit='0'/></iq>")
              .formatted(Stage.MANAGER));
      stage.told(forger, ToManager.Report.class);
      assertThat(stage.allTold()).isEmpty();
      // An answer to that would be an answer to the honest one: it goes to none of them.
      stage.send(honest, new ToWorker.Acknowledge(FIRST));
      // No attempt, and never given the task.
      forger.say(
          ("<iq type='set' id='g' to='job_37@%s/99'><task xmlns='kestrel:task' action='finished'/>"
                  + "</iq>")
              .formatted(Stage.MANAGER));
      Stanza first = forger.hear(s -> s.kind() == Stanza.Kind.IQ);
      assertThat(first.id()).isEqualTo("g");
      assertThat(first.condition()).isEqualTo("not-acceptable");
    }
  }

  @Test
  void whatCannotBeReadIsRefusedInWords() throws IOException {
    String to = "to='" + POOL + "'";
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      worker.say(
          "<iq type='set' id='a' %s><tasks xmlns='windhover:batch'><x/></tasks></iq>"
              .formatted(to));
      assertThat(worker.hearAnswer("a").condition()).isEqualTo("bad-request");
      worker.say("<iq type='set' id='b' %s><task xmlns='kestrel:task'/></iq>".formatted(to));
      assertThat(worker.hearAnswer("b").errorText()).contains("task goes to job_37@");
      worker.say("<iq type='get' id='c' %s><what xmlns='un:known'/></iq>".formatted(to));
      assertThat(worker.hearAnswer("c").condition()).isEqualTo("service-unavailable");
      worker.say("<iq type='get' id='d' to='x@%s'><a xmlns='b'/></iq>".formatted(Stage.MANAGER));
      assertThat(worker.hearAnswer("d").condition()).isEqualTo("item-not-found");
      worker.say(
          "<presence %s><worker xmlns='windhover:worker' session='s' cores='-1'/></presence>"
              .formatted(to));
      assertThat(worker.hear(s -> s.type().equals("error")).errorText()).contains("cores");
    }
  }

  @Test
  void peopleGoToTheDeskAndWhoeverAsksHearsWhatWeAre() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient alice = stage.login("alice", "laptop")) {
      alice.say("<message to='%s' type='chat'><body>help</body></message>".formatted(POOL));
      stage.atTheDesk(s -> s.kind() == Stanza.Kind.MESSAGE);
      alice.say("<presence type='subscribe' to='job_37@%s'/>".formatted(Stage.MANAGER));
      stage.atTheDesk(s -> s.type().equals("subscribe"));
      alice.say(
          "<iq type='get' id='i' to='%s'><query xmlns='%s'/></iq>"
              .formatted(POOL, Namespaces.DISCO_INFO));
      assertThat(alice.hearAnswer("i").payload().toString()).contains("windhover:batch");
      alice.say(
          "<iq type='get' id='j' to='%s'><query xmlns='%s'/></iq>"
              .formatted(Stage.MANAGER, Namespaces.DISCO_ITEMS));
      assertThat(alice.hearAnswer("j").payload().toString()).contains("submit@");
    }
  }

  @Test
  void anOrderThatIsTooLargeFailsAndHarmsNobody() throws IOException {
    try (Stage stage = new Stage(way, ManagerLinkMisfortunes::isWorker);
        RawClient worker = stage.login("worker-1", "vm1")) {
      Worker.join(stage, worker, "s1", 1);
      stage.send(worker, new ToWorker.Execute(Stage.order(FIRST, "x".repeat(300_000))));
      assertThat(stage.told(worker, ToManager.Report.class).ending().toString())
          .contains("at most 250000 can be sent");
      assertThat(stage.connections()).isEqualTo(1);
    }
  }
}
