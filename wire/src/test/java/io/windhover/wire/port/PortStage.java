package io.windhover.wire.port;

import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.pool.Desk;
import io.windhover.wire.xmpp.pool.PoolSettings;
import io.windhover.wire.xmpp.pool.StanzaManagerLink;
import io.windhover.wire.xmpp.testkit.OpenedPort;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A manager's port with TLS. The manager itself is the test: it sees all, and says what it wants.
 */
final class PortStage implements AutoCloseable {
  /** What the manager was told of a worker. */
  record Told(String worker, Optional<ToManager> message, String event) {}

  final LinkedBlockingQueue<Told> told = new LinkedBlockingQueue<>();
  final PortStanzas stanzas = new PortStanzas("manager.example.org");
  final StanzaManagerLink link;
  private final OpenedPort server;

  private final class Manager implements ManagerLink.Receiver {
    @Override
    public void received(String worker, ToManager message) {
      told.add(new Told(worker, Optional.of(message), ""));
      if (message instanceof ToManager.Join) {
        link.send(worker, new ToWorker.Welcome());
      }
    }

    @Override
    public void gone(String worker) {
      told.add(new Told(worker, Optional.empty(), "gone"));
    }

    @Override
    public void away(String worker) {
      told.add(new Told(worker, Optional.empty(), "away"));
    }
  }

  /** Answers what people ask with who they are. */
  private final class WhoAreYou implements Desk {
    @Override
    public boolean received(Stanza stanza) {
      if (!stanza.isIq("get")) {
        return false;
      }
      stanzas.send(stanza.result(Xml.text("you", "test", String.valueOf(stanza.from()))));
      return true;
    }
  }

  PortStage(int port) {
    link =
        new StanzaManagerLink(
            PoolSettings.of("manager.example.org", who -> who.local().startsWith("worker")),
            stanzas,
            new Manager(),
            new WhoAreYou());
    stanzas.open(link);
    server = new OpenedPort(port, stanzas);
  }

  int port() {
    return server.port();
  }

  /** What should not have happened. */
  List<Throwable> failures() {
    return server.failures();
  }

  /** The next thing that the manager is told. */
  Told next() throws InterruptedException {
    Told next = told.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("the manager was told nothing");
    }
    return next;
  }

  <T extends ToManager> T next(String worker, Class<T> kind) throws InterruptedException {
    Told next = next();
    if (next.worker.equals(worker) && next.message.filter(kind::isInstance).isPresent()) {
      return kind.cast(next.message.get());
    }
    throw new AssertionError("expected %s of %s, was told %s".formatted(kind, worker, next));
  }

  @Override
  public void close() {
    link.close();
    stanzas.close();
    server.close();
  }
}
