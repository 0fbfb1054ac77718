package io.windhover.wire.port;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.Reconnection;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.wire.xmpp.testkit.OpenedPort;
import io.windhover.wire.xmpp.worker.StanzaWorkerLink;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A worker's end that joins whenever it is asked to; what else it does is up to the test. */
final class PortWorker implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(10);

  final LinkedBlockingQueue<ToWorker> heard = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<PoolFailure> failures = new LinkedBlockingQueue<>();
  final StanzaWorkerLink link;
  volatile List<AttemptRef> held = List.of();

  PortWorker(int port, String token, String name, String session) {
    var profile = new WorkerProfile(name, session, List.of("Linux", "Python3"), 2, 8_000_000, 16);
    AtomicReference<StanzaClient> client = new AtomicReference<>();
    link =
        new StanzaWorkerLink(
            new Addresses(PortProtocol.DOMAIN),
            Jid.of("worker@pool"),
            message -> {
              heard.add(message);
              if (message instanceof ToWorker.JoinAgain) {
                client.get(); // made before anything arrives
                say(new ToManager.Join(profile, held));
              }
            },
            line -> {},
            receiver -> made(client, dialer(port, token, name), receiver));
    client
        .get()
        .stayConnected(
            new Reconnection(
                Duration.ofMillis(50),
                Duration.ofMillis(500),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                failures::add));
  }

  private static StanzaClient made(
      AtomicReference<StanzaClient> client, PortDialer dialer, StanzaLink.Receiver receiver) {
    var made = new StanzaClient(dialer, receiver);
    client.set(made);
    return made;
  }

  static PortDialer dialer(int port, String token, String name) {
    return dialer(port, token, name, OpenedPort.fingerprint());
  }

  static PortDialer dialer(int port, String token, String name, String fingerprint) {
    return new PortDialer(
        new PortDialer.Settings(
            URI.create("https://127.0.0.1:" + port),
            name,
            () -> "Bearer " + token,
            new PortTrust.Pinned(fingerprint),
            PATIENCE));
  }

  void say(ToManager message) {
    link.send(message);
    link.flush();
  }

  <T extends ToWorker> T hears(Class<T> kind) throws InterruptedException {
    ToWorker next = heard.poll(30, TimeUnit.SECONDS);
    if (!kind.isInstance(next)) {
      throw new AssertionError("expected %s, heard %s".formatted(kind.getSimpleName(), next));
    }
    return kind.cast(next);
  }

  /** Asked to join, it does, and is welcome. */
  void isWelcome() throws InterruptedException {
    hears(ToWorker.JoinAgain.class);
    hears(ToWorker.Welcome.class);
  }

  @Override
  public void close() {
    link.close();
  }
}
