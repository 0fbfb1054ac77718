package io.windhover.app.settings;

import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.client.ClientSettings;
import io.windhover.wire.xmpp.client.XmppClient;
import io.windhover.wire.xmpp.line.StanzaClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes clients of pools, over the wire that their settings name. */
public final class PoolClients {
  private PoolClients() {}

  /**
   * A worker's; it is not connected yet.
   *
   * @param patience for each step of a login
   */
  public static StanzaClient ofWorker(
      WorkerConfig config, Duration patience, StanzaLink.Receiver receiver) {
    Supplier<String> secret = () -> new String(config.password().read());
    return config.server().https()
        ? new StanzaClient(
            new PortDialer(
                atPort(
                    config.server(),
                    config.user(),
                    config.name(),
                    secret,
                    trust(config.fingerprint(), config.certificate()),
                    patience)),
            receiver)
        : XmppClient.of(
            new ClientSettings(
                config.server().host(),
                config.server().port(),
                Jid.of(config.user()),
                config.name(),
                secret,
                config.certificate().orElse(null),
                patience),
            receiver);
  }

  /** A user's, that only asks; it is not connected yet. */
  public static StanzaClient ofUser(PoolSettings pool, String name, Duration patience) {
    Supplier<String> secret = () -> new String(pool.password().read());
    return pool.server().https()
        ? new StanzaClient(
            new PortDialer(
                atPort(
                    pool.server(),
                    pool.user(),
                    name,
                    secret,
                    trust(pool.fingerprint(), pool.certificate()),
                    patience)))
        : XmppClient.of(
            new ClientSettings(
                pool.server().host(),
                pool.server().port(),
                Jid.of(pool.user()),
                "",
                secret,
                pool.certificate().orElse(null),
                patience));
  }

  private static PortDialer.Settings atPort(
      ServerAddress server,
      String account,
      String name,
      Supplier<String> token,
      PortTrust trust,
      Duration patience) {
    return new PortDialer.Settings(
        URI.create(server.toString()),
        Optional.of(account),
        name,
        () -> PortProtocol.authorization(token.get()),
        trust,
        patience);
  }

  private static PortTrust trust(Optional<String> fingerprint, Optional<Path> certificate) {
    return fingerprint.isPresent()
        ? new PortTrust.Pinned(fingerprint.get())
        : new PortTrust.Authority(certificate.orElse(null));
  }
}
