package io.windhover.app.remote;

import io.windhover.app.settings.PoolSettings;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.client.ClientSettings;
import io.windhover.wire.xmpp.client.XmppClient;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaClient;
import java.time.Duration;

/** Lines to pools, over XMPP. */
public final class PoolLines {
  private PoolLines() {}

  /**
   * Connects as the user that the settings name.
   *
   * @throws io.windhover.app.CommandFailure when that does not come about
   */
  public static RemotePool connect(PoolSettings pool, Duration patience) {
    var settings =
        new ClientSettings(
            pool.server().host(),
            pool.server().port(),
            Jid.of(pool.user()),
            "",
            () -> new String(pool.password().read()),
            pool.certificate().orElse(null),
            patience);
    try {
      var client = XmppClient.of(settings);
      client.connect();
      return new RemotePool(pool.name(), pool.manager(), new Line(client), patience);
    } catch (PoolFailure failure) {
      throw RemotePool.failed(failure);
    }
  }

  private record Line(StanzaClient client) implements RemotePool.Line {
    @Override
    public Xml ask(Jid to, String iqType, Xml question, Duration patience) throws PoolFailure {
      return client.ask(to, iqType, question, patience).orElseGet(() -> Xml.of("none", ""));
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
