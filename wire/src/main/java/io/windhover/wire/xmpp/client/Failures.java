package io.windhover.wire.xmpp.client;

import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException.StreamErrorException;
import org.jivesoftware.smack.XMPPException.XMPPErrorException;
import org.jivesoftware.smack.sasl.SASLError;
import org.jivesoftware.smack.sasl.SASLErrorException;
import org.jspecify.annotations.Nullable;

/** What went wrong, in one line for people. */
final class Failures {
  private Failures() {}

  static PoolFailure of(Exception e, ClientSettings settings) {
    String server = settings.server();
    if (e instanceof SASLErrorException refusal) {
      return ofLogin(refusal.getSASLFailure().getSASLError(), settings);
    }
    // A handshake that was cut short is an SSLException too, and passes: a server that starts.
    Throwable distrust = cause(e, CertificateException.class, SSLPeerUnverifiedException.class);
    if (distrust != null) {
      return new PoolFailure(
          Kind.NOT_TRUSTED,
          "the certificate of %s is not trusted as one of %s: %s"
              .formatted(server, settings.account().domain(), words(rootOf(distrust))));
    }
    if (e instanceof SmackException.SecurityRequiredByClientException
        || e instanceof SmackException.SecurityNotPossibleException) {
      return new PoolFailure(
          Kind.NOT_TRUSTED,
          server + " offers no encryption; without it only a server on this machine is used");
    }
    if (e instanceof SmackException.SecurityRequiredByServerException) {
      return new PoolFailure(
          Kind.NOT_TRUSTED, server + " wants encryption; name its certificate to trust it");
    }
    if (e instanceof XMPPErrorException error) {
      return new PoolFailure(
          Kind.CANNOT_CONNECT,
          "%s refuses the login of %s: %s"
              .formatted(server, settings.account(), error.getStanzaError().getCondition()));
    }
    return new PoolFailure(
        Kind.CANNOT_CONNECT, "cannot connect to %s: %s".formatted(server, why(e)));
  }

  /** A server that cannot ask its own accounts just now says so, and not that they are wrong. */
  private static PoolFailure ofLogin(SASLError error, ClientSettings settings) {
    String refused = "%s does not let %s in".formatted(settings.server(), settings.account());
    return switch (error) {
      case temporary_auth_failure, aborted ->
          new PoolFailure(
              Kind.CANNOT_CONNECT,
              refused + " for now (" + error.toString().replace('_', '-') + ")");
      case account_disabled ->
          new PoolFailure(Kind.WRONG_PASSWORD, refused + ": the account is disabled");
      case credentials_expired ->
          new PoolFailure(Kind.WRONG_PASSWORD, refused + ": the password has expired");
      default -> new PoolFailure(Kind.WRONG_PASSWORD, refused + ": wrong account or password");
    };
  }

  static String ofLostConnection(Exception e) {
    return "the connection was lost: " + why(e);
  }

  private static String why(Exception e) {
    if (e instanceof StreamErrorException stream) {
      return switch (stream.getStreamError().getCondition()) {
        case conflict -> "another connection uses the same account and name";
        case host_unknown -> "it does not serve this domain";
        case system_shutdown -> "the server is shutting down";
        default -> "the server says " + stream.getStreamError().getCondition();
      };
    }
    if (e instanceof SmackException.NoResponseException) {
      return "no answer in time";
    }
    boolean tls = cause(e, SSLException.class) != null;
    return (tls ? "the encrypted connection was cut short: " : "") + words(rootOf(e));
  }

  private static String words(Throwable root) {
    String message = root.getMessage();
    return message == null || message.isBlank()
        ? root.getClass().getSimpleName()
        : message.lines().findFirst().orElse(message);
  }

  private static Throwable rootOf(Throwable e) {
    Throwable root = e;
    for (int depth = 0; depth < 20 && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    if (root instanceof SmackException.EndpointConnectionException endpoints
        && !endpoints.getConnectionExceptions().isEmpty()) {
      return rootOf(endpoints.getConnectionExceptions().get(0).getException());
    }
    return root;
  }

  private static @Nullable Throwable cause(Throwable e, Class<?>... types) {
    Throwable at = e;
    for (int depth = 0; depth < 20 && at != null; depth++) {
      for (Class<?> type : types) {
        if (type.isInstance(at)) {
          return at;
        }
      }
      at = at.getCause();
    }
    return null;
  }
}
