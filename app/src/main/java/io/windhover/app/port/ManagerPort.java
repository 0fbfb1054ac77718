package io.windhover.app.port;

import io.windhover.app.settings.PortConfig;
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
import io.windhover.http.tls.IdentityFiles;
import io.windhover.http.tls.ServerIdentity;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortStanzas;
import io.windhover.wire.xmpp.Jid;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A manager's own port: lets in who has a token, and hands what they say to the wire. */
public final class ManagerPort implements AutoCloseable {
  private final PortConfig config;
  private final TokenBook tokens;
  private final ServerIdentity identity;
  private final PortStanzas stanzas;
  private final Consumer<String> failures;
  private final HttpServer server = new HttpServer();

  /** The id of the token by which each socket was let in. */
  private final Map<SocketLine, String> tokenOf = new ConcurrentHashMap<>();

  /**
   * Makes one that is not open yet, and its certificate if there is none.
   *
   * @param folder the manager's state folder
   * @param domain the manager's own, as its link knows it
   * @param failures told, in a line, what should not have happened
   */
  public ManagerPort(PortConfig config, Path folder, String domain, Consumer<String> failures) {
    this.config = config;
    this.tokens = new TokenBook(folder);
    this.identity =
        config
            .own()
            .map(own -> new IdentityFiles(own.certificate(), own.key()).read())
            .orElseGet(() -> identity(folder, config.names()));
    this.stanzas = new PortStanzas(domain);
    this.failures = failures;
  }

  /**
   * The certificate and key of a manager that was given none; made when they are not there.
   *
   * @param folder the manager's state folder
   * @param names that a new certificate is for
   */
  public static ServerIdentity identity(Path folder, List<String> names) {
    return new IdentityFiles(certificate(folder), folder.resolve("port-key.pem")).readOrMake(names);
  }

  /** Where a certificate that was made here is. */
  public static Path certificate(Path folder) {
    return folder.resolve("port-certificate.pem");
  }

  public PortStanzas stanzas() {
    return stanzas;
  }

  public String fingerprint() {
    return identity.fingerprint();
  }

  /** The port that is open. */
  public int port() {
    return server.port();
  }

  /** Lets people and workers in. */
  public void open() {
    InetAddress address;
    try {
      address = InetAddress.getByName(config.listen().host());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("checked when the settings were read", e);
    }
    server.open(
        new HttpSettings(
            address,
            config.listen().port(),
            identity,
            HttpLimits.USUAL.withMessages(PortProtocol.MESSAGE_BYTES_MAX, 16 << 20),
            Patience.USUAL),
        List.of(
            Route.socket(PortProtocol.PATH + "{name}", new Wire()),
            Route.open("GET", "/health", (call, reply) -> reply.answer(text(200, "ok\n")))),
        this::judge,
        new House());
  }

  private Gate.Verdict judge(HttpCall call) {
    Gate byToken =
        Gate.tokens(shown -> tokens.find(shown).map(entry -> entry.id() + " " + entry.account()));
    Gate.Verdict verdict = byToken.judge(call);
    String name = call.path().substring(call.path().lastIndexOf('/') + 1);
    return verdict instanceof Gate.Verdict.Admitted
            && call.path().startsWith(PortProtocol.PATH)
            && !PortProtocol.isName(name)
        ? new Gate.Verdict.Forbidden("not a name for a client")
        : verdict;
  }

  /** Ends the connections of those whose token was revoked; to be called now and then. */
  public void tick() {
    tokenOf.forEach(
        (line, id) -> {
          if (!tokens.holds(id)) {
            line.close(SocketLine.POLICY, "the token was revoked");
          }
        });
  }

  private static HttpAnswer text(int status, String text) {
    return HttpAnswer.text(status, "text/plain; charset=utf-8", text);
  }

  @Override
  public void close() {
    stanzas.close();
    server.close();
  }

  private final class House implements HttpHouse {
    @Override
    public HttpAnswer problem(int status, String error, String message) {
      return text(status, message + "\n");
    }

    @Override
    public void failed(Throwable cause) {
      failures.accept("a connection at the port failed: " + cause);
    }
  }

  private final class Wire implements SocketEndpoint {
    @Override
    public String protocol() {
      return PortProtocol.NAME;
    }

    @Override
    public SocketListener opened(HttpCall call, SocketLine line) {
      int space = call.who().indexOf(' ');
      Jid account = Jid.of(call.who().substring(space + 1));
      tokenOf.put(line, call.who().substring(0, space));
      PortStanzas.Visit visit =
          stanzas.arrived(account.withResource(call.variable("name")), new Said(line));
      return new SocketListener() {
        @Override
        public void received(String message) {
          visit.received(message);
        }

        @Override
        public void closed(String why) {
          tokenOf.remove(line);
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
      line.close(SocketLine.NORMAL, why);
    }
  }
}
