package io.windhover.wire.port;

import io.windhover.http.Gate;
import io.windhover.http.HttpAnswer;
import io.windhover.http.HttpCall;
import io.windhover.http.HttpHouse;
import io.windhover.http.HttpLimits;
import io.windhover.http.HttpServer;
import io.windhover.http.HttpSettings;
import io.windhover.http.Patience;
import io.windhover.http.Route;
import io.windhover.http.SocketEndpoint;
import io.windhover.http.SocketLine;
import io.windhover.http.SocketListener;
import io.windhover.http.tls.SelfSigned;
import io.windhover.http.tls.ServerIdentity;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.pool.Desk;
import io.windhover.wire.xmpp.pool.PoolSettings;
import io.windhover.wire.xmpp.pool.StanzaManagerLink;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A manager's port with TLS. The manager itself is the test: it sees all, and says what it wants.
 */
final class PortStage implements AutoCloseable {
  static final Map<String, String> TOKENS =
      Map.of("token-1", "worker-1@pool", "token-2", "worker-2@pool", "token-a", "alice@pool");

  /** What the manager was told of a worker. */
  record Told(String worker, Optional<ToManager> message, String event) {}

  static final ServerIdentity IDENTITY = SelfSigned.make(List.of("localhost"), Instant.EPOCH);

  final LinkedBlockingQueue<Told> told = new LinkedBlockingQueue<>();
  final List<Throwable> failures = new ArrayList<>();
  final PortStanzas stanzas = new PortStanzas("manager.example.org");
  final StanzaManagerLink link;
  private final HttpServer server = new HttpServer();

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

  private final class Wire implements SocketEndpoint {
    @Override
    public String protocol() {
      return PortProtocol.NAME;
    }

    @Override
    public SocketListener opened(HttpCall call, SocketLine line) {
      Jid address = Jid.of(call.who()).withResource(call.variable("name"));
      PortStanzas.Visit visit =
          stanzas.arrived(
              address,
              new PortStanzas.Line() {
                @Override
                public void send(String message) {
                  line.send(message);
                }

                @Override
                public void close(String why) {
                  line.close(SocketLine.POLICY, why);
                }
              });
      return new SocketListener() {
        @Override
        public void received(String message) {
          visit.received(message);
        }

        @Override
        public void closed(String why) {
          visit.ended();
        }
      };
    }
  }

  private final class House implements HttpHouse {
    @Override
    public HttpAnswer problem(int status, String error, String message) {
      return HttpAnswer.text(status, "text/plain", message);
    }

    @Override
    public void failed(Throwable cause) {
      failures.add(cause);
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
    server.open(
        new HttpSettings(
            InetAddress.getLoopbackAddress(),
            port,
            IDENTITY,
            HttpLimits.USUAL.withPings(1),
            Patience.USUAL),
        List.of(Route.socket(PortProtocol.PATH + "{name}", new Wire())),
        Gate.tokens(token -> Optional.ofNullable(TOKENS.get(token))),
        new House());
  }

  int port() {
    return server.port();
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
