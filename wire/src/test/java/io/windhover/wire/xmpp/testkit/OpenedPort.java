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

/** A port with TLS before the manager's end of its wire. The token of an account is its name. */
public final class OpenedPort implements AutoCloseable {
  private static final ServerIdentity IDENTITY =
      SelfSigned.make(List.of("localhost"), Instant.EPOCH);

  private final PortStanzas stanzas;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final HttpServer server = new HttpServer();

  private final class Wire implements SocketEndpoint {
    @Override
    public String protocol() {
      return PortProtocol.NAME;
    }

    @Override
    public SocketListener opened(HttpCall call, SocketLine line) {
      Jid address = Jid.of(call.who()).withResource(call.variable("name"));
      PortStanzas.Visit visit = stanzas.arrived(address, new Said(line));
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

  public RawClient dial(Jid address) throws IOException {
    return RawClient.dial(port(), fingerprint(), address.bare().toString(), address);
  }

  @Override
  public void close() {
    server.close();
  }
}
