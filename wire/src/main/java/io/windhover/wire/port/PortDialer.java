package io.windhover.wire.port;

import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import io.windhover.wire.xmpp.line.StanzaDialer;
import io.windhover.wire.xmpp.line.StanzaStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Dials a manager's port with the JDK's own WebSocket client. */
public final class PortDialer implements StanzaDialer {
  /**
   * Which port, as whom.
   *
   * @param address https://host:port
   * @param account whose the credentials should be, as far as it is known here
   * @param name tells several clients of one account apart
   * @param credentials what the Authorization header says; asked for at each try and not kept
   * @param patience how long a try may take
   */
  public record Settings(
      URI address,
      Optional<String> account,
      String name,
      Supplier<String> credentials,
      PortTrust trust,
      Duration patience) {
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    public Settings {
      if (!PortProtocol.isName(name)) {
        throw new IllegalArgumentException("not a name for a client: " + name);
      }
    }

    /** For whoever does not know its account. */
    public Settings(
        URI address,
        String name,
        Supplier<String> credentials,
        PortTrust trust,
        Duration patience) {
      this(address, Optional.empty(), name, credentials, trust, patience);
    }
  }

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Settings settings;
  private @Nullable HttpClient client;

  public PortDialer(Settings settings) {
    this.settings = settings;
  }

  /** With a client that others use too: many workers in one process need not have one each. */
  public PortDialer(Settings settings, HttpClient shared) {
    this.settings = settings;
    this.client = shared;
  }

  /** A client for all who dial by the same rule of trust. */
  public static HttpClient client(PortTrust trust, Duration patience) throws PoolFailure {
    return HttpClient.newBuilder()
        .sslContext(trust.context())
        .connectTimeout(patience)
        .version(HttpClient.Version.HTTP_1_1)
        .build();
  }

  @Override
  public String server() {
    return settings.address().getRawAuthority();
  }

  private synchronized HttpClient client() throws PoolFailure {
    HttpClient made = client;
    if (made == null) {
      made = client(settings.trust(), settings.patience());
      client = made;
    }
    return made;
  }

  @Override
  public StanzaStream dial(Consumer<Stanza> receiver) throws PoolFailure, InterruptedException {
    var stream = new SocketStream(receiver);
    WebSocket.Builder builder =
        client()
            .newWebSocketBuilder()
            .header("Authorization", settings.credentials().get())
            .subprotocols(PortProtocol.NAME)
            .connectTimeout(settings.patience());
    settings
        .account()
        .filter(account -> account.chars().allMatch(c -> c > ' ' && c < 0x7f)) // fits in a header
        .ifPresent(account -> builder.header(PortProtocol.ACCOUNT_HEADER, account));
    CompletableFuture<WebSocket> opening = builder.buildAsync(target(), stream);
    try {
      stream.opened(opening.get(settings.patience().toMillis(), TimeUnit.MILLISECONDS));
      return stream;
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      var unused = opening.thenAccept(WebSocket::abort);
      throw new PoolFailure(
          Kind.CANNOT_CONNECT, "cannot connect to %s: no answer in time".formatted(server()));
    }
  }

  private URI target() {
    String scheme = settings.address().getScheme().equals("https") ? "wss" : "ws";
    String name = URLEncoder.encode(settings.name(), StandardCharsets.UTF_8).replace("+", "%20");
    return URI.create(scheme + "://" + server() + PortProtocol.PATH + name);
  }

  private PoolFailure failure(Throwable cause) {
    if (cause instanceof WebSocketHandshakeException refusal) {
      int status = refusal.getResponse() == null ? 0 : refusal.getResponse().statusCode();
      return switch (status) {
        case UNAUTHORIZED ->
            new PoolFailure(
                Kind.WRONG_PASSWORD,
                server()
                    + " does not let this client in: "
                    + (PortProtocol.isOfLease(settings.credentials().get())
                        ? "wrong secret, or its lease has ended"
                        : "wrong token"));
        case FORBIDDEN ->
            new PoolFailure(
                Kind.WRONG_PASSWORD,
                server()
                    + " does not let this client in: "
                    + settings
                        .account()
                        .map(account -> "the token is not " + account + "'s but another account's")
                        .orElse("it may not go by the name " + settings.name()));
        default ->
            new PoolFailure(
                Kind.CANNOT_CONNECT,
                "cannot connect to %s: it answers with status %d".formatted(server(), status));
      };
    }
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertificateException distrust) {
        return new PoolFailure(
            Kind.NOT_TRUSTED,
            "the certificate of %s is not trusted: %s".formatted(server(), distrust(distrust)));
      }
    }
    if (cause instanceof ConnectException) {
      return unreached(cause);
    }
    boolean tls = cause instanceof SSLException;
    return new PoolFailure(
        Kind.CANNOT_CONNECT,
        "cannot connect to %s: %s%s"
            .formatted(
                server(), tls ? "the encrypted connection was cut short: " : "", words(cause)));
  }

  /** Java's own words for a certificate that no authority has signed help nobody. */
  private static String distrust(CertificateException cause) {
    String words = String.valueOf(cause.getMessage());
    return words.startsWith("PKIX")
        ? "no authority that is trusted here vouches for it; give its fingerprint, which the"
            + " manager prints when it starts"
        : words;
  }

  /** Java tries a port that refuses once more, on a channel that it has closed, and says that. */
  private PoolFailure unreached(Throwable cause) {
    Throwable root = root(cause);
    if (root instanceof UnresolvedAddressException) {
      return new PoolFailure(
          Kind.CANNOT_CONNECT,
          "cannot connect to %s: there is no host of this name".formatted(server()));
    }
    boolean refused = root instanceof ClosedChannelException || words(cause).contains("refused");
    return refused
        ? new PoolFailure(
            Kind.NO_MANAGER, "the manager is not running: nobody listens at " + server())
        : new PoolFailure(
            Kind.CANNOT_CONNECT, "cannot connect to %s: %s".formatted(server(), words(cause)));
  }

  static String words(Throwable cause) {
    Throwable root = root(cause);
    String message = root.getMessage();
    return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
  }

  private static Throwable root(Throwable cause) {
    Throwable root = cause;
    for (int depth = 0; depth < 20 && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    return root;
  }
}
