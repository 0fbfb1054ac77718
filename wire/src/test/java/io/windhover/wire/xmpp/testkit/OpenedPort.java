package io.windhover.wire.xmpp.testkit;

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
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortStanzas;
import io.windhover.wire.xmpp.Jid;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A port with TLS before the manager's end of its wire. The token of an account is its name. */
public final class OpenedPort implements AutoCloseable {
  private static final ServerIdentity IDENTITY =
      SelfSigned.make(List.of("localhost"), Instant.EPOCH);

  private static final int ARRIVAL_MILLIS_MAX = 30_000;

  private final PortStanzas stanzas;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final HttpServer server = new HttpServer();
  private int arrivals;

  private final class Wire implements SocketEndpoint {
    @Override
    public String protocol() {
      return PortProtocol.NAME;
    }

    @Override
    public SocketListener opened(HttpCall call, SocketLine line) {
      Jid address = Jid.of(call.who()).withResource(call.variable("name"));
      PortStanzas.Visit visit = stanzas.arrived(address, new Said(line));
      arrival();
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

  private record Said(SocketLine line) implements PortStanzas.Line {
    @Override
    public void send(String message) {
      line.send(message);
    }

    @Override
    public void close(String why) {
      line.close(SocketLine.POLICY, why);
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

  /**
   * Opens one.
   *
   * @param port 0 for any that is free
   */
  public OpenedPort(int port, PortStanzas stanzas) {
    this.stanzas = stanzas;
    server.open(
        new HttpSettings(
            InetAddress.getLoopbackAddress(),
            port,
            IDENTITY,
            HttpLimits.USUAL.withPings(1),
            Patience.USUAL),
        List.of(Route.socket(PortProtocol.PATH + "{name}", new Wire())),
        Gate.tokens(token -> token.contains("@") ? Optional.of(token) : Optional.empty()),
        new House());
  }

  public int port() {
    return server.port();
  }

  public static String fingerprint() {
    return IDENTITY.fingerprint();
  }

  /** What should not have happened. */
  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  private synchronized void arrival() {
    arrivals++;
    notifyAll();
  }

  /** Opens a socket; the manager's end knows of it then, and not the client's alone. */
  public RawClient dial(Jid address) throws IOException {
    int before = arrivals();
    RawClient client = RawClient.dial(port(), fingerprint(), address.bare().toString(), address);
    awaitArrivalAfter(before);
    return client;
  }

  private synchronized int arrivals() {
    return arrivals;
  }

  private synchronized void awaitArrivalAfter(int before) throws IOException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ARRIVAL_MILLIS_MAX);
    while (arrivals <= before) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
      if (leftMillis <= 0) {
        throw new IOException("the port has not seen who dialled it");
      }
      try {
        wait(leftMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
