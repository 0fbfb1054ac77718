package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.LeaseOrder;
import io.windhover.core.policy.MachineView.State;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rented machines at a manager's own port: who they are, and who is not taken for one. */
final class RentedPortTest {
  private static final Jid POOL = Jid.of("pool@manager");

  @TempDir private Path folder;

  private static void isRefused(RentedPortStage stage, LeaseOrder order, String secret) {
    assertThatThrownBy(() -> stage.dial(order, secret, heard -> {}))
        .isInstanceOf(PoolFailure.class)
        .hasMessageContaining("wrong secret, or its lease has ended")
        .message()
        .doesNotContain(secret);
  }

  private static Stanza join(String lease, String proof) {
    Xml words = new WorkerText("s1", 2, 2, 1_000, 0, List.of(), false, lease, proof).write();
    return new Stanza(Stanza.Kind.PRESENCE, "", "", null, POOL, List.of(words));
  }

  /** Says something at the port and answers what comes back first. */
  private static Stanza answer(RentedPortStage stage, String authorization, Stanza said)
      throws Exception {
    var heard = new LinkedBlockingQueue<Stanza>();
    var stream = stage.dial(authorization, heard::add);
    stream.send(said);
    Stanza first = heard.poll(30, TimeUnit.SECONDS);
    stream.close();
    assertThat(first).as("an answer to %s", said.kind()).isNotNull();
    return first;
  }

  @Test
  void aMachineJoinsByItsSecretAndComesBackByItsKey() throws Exception {
    try (var stage = new RentedPortStage(folder)) {
      Path variables = folder.resolve("variables");
      LeaseOrder order = stage.rentFor("env > %s; sleep 600".formatted(variables));
      Process worker = stage.startWorker(order, order.joinSecret());
      stage.await("the task runs", () -> Files.exists(variables));
      assertThat(stage.state(order)).isEqualTo(State.READY);
      assertThat(stage.workerSaid()).contains("worker ready");
      assertThat(Files.readString(variables))
          .doesNotContain("WINDHOVER_LEASE", "JOIN_SECRET", order.joinSecret());

      Path kept = folder.resolve("machine/lease");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
          .isEqualTo("rw-------");
      String key = Files.readAllLines(kept).get(2);
      stage.await("the secret is exchanged", () -> isRefusedNow(stage, order));
      worker.destroyForcibly().waitFor();
      Files.delete(variables);
      stage.startWorker(order, "forgotten-by-now");
      stage.await("the task runs again", () -> Files.exists(variables));
      assertThat(stage.log.toString() + stage.workerSaid())
          .as("no secret is in a log")
          .doesNotContain(order.joinSecret(), key);

      stage.end(order);
      stage.await("the door is closed", () -> isRefusedNow(stage, order, key));
      isRefused(stage, order, order.joinSecret());
    }
  }

  private static boolean isRefusedNow(RentedPortStage stage, LeaseOrder order) {
    return isRefusedNow(stage, order, order.joinSecret());
  }

  private static boolean isRefusedNow(RentedPortStage stage, LeaseOrder order, String secret) {
    try {
      stage.dial(order, secret, heard -> {}).drop("only to see");
      return false;
    } catch (PoolFailure refused) {
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nobodyElseIsTakenForTheMachine() throws Exception {
    try (var stage = new RentedPortStage(folder)) {
      LeaseOrder order = stage.rentFor("true");
      var keys = new LeaseKeys("another state", stage.poolKey());
      String other = keys.lease(99, 1);
      isRefused(stage, order, "guessed");
      isRefused(stage, order, keys.joinSecret(other));
      isRefused(stage, new LeaseOrder(other, 99, order.offer(), ""), keys.joinSecret(other));

      String token = PortProtocol.authorization(stage.token("worker-1@pool"));
      assertThat(answer(stage, token, join(order.lease(), order.joinSecret())).condition())
          .as("a worker with a token that has read the start-up data")
          .isEqualTo("forbidden");
      String disguised = stage.token(order.lease() + "@leases");
      assertThatThrownBy(() -> stage.dial(PortProtocol.authorization(disguised), heard -> {}))
          .as("a token for an address of leases")
          .isInstanceOf(PoolFailure.class);

      String own = PortProtocol.authorization(order.lease(), order.joinSecret());
      assertThat(answer(stage, own, join(other, keys.joinSecret(other))).condition())
          .as("one machine that says it is another")
          .isEqualTo("forbidden");
      assertThat(answer(stage, own, join("", "")).condition())
          .as("one that says it came by itself")
          .isEqualTo("forbidden");
      var submission =
          new Stanza(
              Stanza.Kind.IQ,
              "set",
              "s1",
              null,
              Jid.of("submit@manager"),
              List.of(
                  Xml.of("job", Namespaces.KESTREL_JOB)
                      .with("action", "submit")
                      .with(Xml.text("command", Namespaces.KESTREL_JOB, "true"))));
      assertThat(answer(stage, own, submission).condition())
          .as("one that wants to submit")
          .isEqualTo("forbidden");
      assertThat(stage.state(order)).as("nothing has changed").isEqualTo(State.REQUESTED);
      assertThat(stage.log.toString()).doesNotContain(order.joinSecret());
    }
  }

  @Test
  void aConnectionEndsWithItsLease() throws Exception {
    try (var stage = new RentedPortStage(folder)) {
      LeaseOrder order = stage.rentFor("true");
      var stream = stage.dial(order, order.joinSecret(), heard -> {});
      stage.end(order);
      assertThat(stream.over().get(30, TimeUnit.SECONDS)).contains("the lease has ended");
      assertThat(stage.isCounted(order)).isFalse();
    }
  }
}
