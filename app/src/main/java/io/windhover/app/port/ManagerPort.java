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
import io.windhover.manager.LeaseDoor;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortProtocol.LeaseShown;
import io.windhover.wire.port.PortStanzas;
import io.windhover.wire.xmpp.Jid;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A manager's own port: lets in who has a token and the machines of open leases, hands what they
 * say to the wire, and hands out the worker's program.
 */
public final class ManagerPort implements AutoCloseable {
  /** File of a certificate that was made here, in the manager's state folder. */
  public static final String CERTIFICATE = "port-certificate.pem";

  /** File of the certificate's key. */
  public static final String KEY = "port-key.pem";

  private static final String FAILURES = "failures";
  private static final String REFUSALS = "tokens refused";

  /** Begins a token, and is in the list of tokens for everybody who may see that. */
  private static final Pattern TOKEN_ID = Pattern.compile("Bearer +([0-9a-f]{10})\\..*");

  private final PortConfig config;
  private final TokenBook tokens;
  private final Optional<LeaseDoor> leases;
  private final ServerIdentity identity;
  private final PortStanzas stanzas;
  private final BiConsumer<String, String> warnings;
  private final HttpServer server = new HttpServer();

  /** By what each socket was let in. */
  private final Map<SocketLine, Pass> passes = new ConcurrentHashMap<>();

  /** What the gate writes of somebody it has let in, for whoever opens the socket. */
  private sealed interface Pass {
    /** An account's token, by its id. */
    record Token(String id, Jid account) implements Pass {}

    record Lease(String lease) implements Pass {}

    default String text() {
      return this instanceof Token token
          ? token.id() + " " + token.account()
          : LEASE + " " + ((Lease) this).lease();
    }

    static Pass read(String who) {
      int space = who.indexOf(' ');
      String first = who.substring(0, space);
      String second = who.substring(space + 1);
      return first.equals(LEASE) ? new Lease(second) : new Token(first, Jid.of(second));
    }
  }

  /** Where the id of a token would be; those have only hexadecimal digits. */
  private static final String LEASE = "lease";

  /**
   * Makes one that is not open yet, and its certificate if there is none.
   *
   * @param folder the manager's state folder
   * @param domain the manager's own, as its link knows it
   * @param leases asked who may come in as a rented machine; empty where nothing is rented
   * @param warnings told, by its kind and in a line, what somebody may want to look at
   */
  public ManagerPort(
      PortConfig config,
      Path folder,
      String domain,
      Optional<LeaseDoor> leases,
      BiConsumer<String, String> warnings) {
    this.config = config;
    this.tokens = TokenBook.steady(folder, line -> warnings.accept(FAILURES, line));
    this.leases = leases;
    this.identity =
        config
            .own()
            .map(own -> new IdentityFiles(own.certificate(), own.key()).read())
            .orElseGet(() -> identity(folder, config.names()));
    this.stanzas = new PortStanzas(domain);
    this.warnings = warnings;
  }

  /**
   * The certificate and key of a manager that was given none; made when they are not there.
   *
   * @param folder the manager's state folder
   * @param names that a new certificate is for
   */
  public static ServerIdentity identity(Path folder, List<String> names) {
    return new IdentityFiles(certificate(folder), folder.resolve(KEY)).readOrMake(names);
  }

  /** Where a certificate that was made here is. */
  public static Path certificate(Path folder) {
    return folder.resolve(CERTIFICATE);
  }

  public PortStanzas stanzas() {
    return stanzas;
  }

  public String fingerprint() {
    return identity.fingerprint();
  }

  /** What curl pins in place of the fingerprint. */
  public String keyPin() {
    return identity.keyPin();
  }

  /** The port that its settings name, open or not. */
  public int listensAt() {
    return config.listen().port();
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
            Route.guarded("GET", "/worker.jar", (call, reply) -> reply.answer(workerJar())),
            Route.guarded(
                "GET", "/worker.jar.sha256", (call, reply) -> reply.answer(workerJarSum())),
            Route.open("GET", "/health", (call, reply) -> reply.answer(text(200, "ok\n")))),
        this::judge,
        new House());
  }

  private static HttpAnswer workerJar() {
    WorkerJar jar = WorkerJar.ofThisProgram();
    return HttpAnswer.of(200, "application/java-archive", jar.bytes())
        .with("ETag", "\"" + jar.sha256() + "\"");
  }

  private static HttpAnswer workerJarSum() {
    return text(200, WorkerJar.ofThisProgram().sumLine());
  }

  private Gate.Verdict judge(HttpCall call) {
    String shown = call.header("Authorization");
    Gate.Verdict verdict =
        LeaseShown.in(shown)
            .map(this::judgeLease)
            .orElseGet(() -> Gate.tokens(this::ofToken).judge(call));
    if (verdict instanceof Gate.Verdict.Unknown) {
      warnings.accept(REFUSALS, "refused %s: %s".formatted(call.from(), without(shown)));
      return verdict;
    }
    return otherAccount(call, verdict)
        .<Gate.Verdict>map(Gate.Verdict.Forbidden::new)
        .orElse(verdict);
  }

  /** What was shown, in words that are of no use to whoever reads them. */
  private static String without(String shown) {
    if (shown.isEmpty()) {
      return "no token was shown";
    }
    Matcher token = TOKEN_ID.matcher(shown);
    return LeaseShown.in(shown)
        .map(lease -> "wrong secret, or " + lease + " has ended")
        .orElseGet(() -> "wrong token" + (token.matches() ? " " + token.group(1) : ""));
  }

  /** Somebody who means to be another than the token says has the wrong file, and is told. */
  private static Optional<String> otherAccount(HttpCall call, Gate.Verdict verdict) {
    String meant = call.header(PortProtocol.ACCOUNT_HEADER);
    boolean same =
        meant.isEmpty()
            || !(verdict instanceof Gate.Verdict.Admitted admitted)
            || !(Pass.read(admitted.who()) instanceof Pass.Token token)
            || Jid.parse(meant).map(Jid::bare).equals(Optional.of(token.account()));
    return same ? Optional.empty() : Optional.of("the token is another account's");
  }

  /** Nobody becomes a rented machine by a token, whatever account the token was made for. */
  private Optional<String> ofToken(String token) {
    return tokens
        .find(token)
        .map(entry -> new Pass.Token(entry.id(), Jid.of(entry.account())))
        .filter(pass -> !PortProtocol.isMachine(pass.account()))
        .map(Pass::text);
  }

  private Gate.Verdict judgeLease(LeaseShown shown) {
    return leases.filter(door -> door.admits(shown.lease(), shown.secret())).isPresent()
        ? new Gate.Verdict.Admitted(new Pass.Lease(shown.lease()).text())
        : new Gate.Verdict.Unknown("no open lease has this secret");
  }

  /** Ends the connections of tokens that were revoked and leases that have ended; now and then. */
  public void tick() {
    passes.forEach(
        (line, pass) -> {
          if (pass instanceof Pass.Token token && !tokens.holds(token.id())) {
            line.close(SocketLine.POLICY, "the token was revoked");
          } else if (pass instanceof Pass.Lease rented
              && leases.filter(door -> door.isOpen(rented.lease())).isEmpty()) {
            line.close(SocketLine.POLICY, "the lease has ended");
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
      warnings.accept(FAILURES, "a connection at the port failed: " + cause);
    }
  }

  private final class Wire implements SocketEndpoint {
    @Override
    public String protocol() {
      return PortProtocol.NAME;
    }

    @Override
    public Optional<String> refusal(HttpCall call) {
      return PortProtocol.isName(call.variable("name"))
          ? Optional.empty()
          : Optional.of("not a name for a client");
    }

    @Override
    public SocketListener opened(HttpCall call, SocketLine line) {
      Pass pass = Pass.read(call.who());
      PortStanzas.Visit visit =
          stanzas.arrived(address(pass, call.variable("name")), new Said(line));
      passes.put(line, pass);
      return new SocketListener() {
        @Override
        public void received(String message) {
          visit.received(message);
        }

        @Override
        public void closed(String why) {
          passes.remove(line);
          visit.ended();
        }
      };
    }
  }

  private static Jid address(Pass pass, String name) {
    return pass instanceof Pass.Token token
        ? token.account().withResource(name)
        : PortProtocol.machine(((Pass.Lease) pass).lease());
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
