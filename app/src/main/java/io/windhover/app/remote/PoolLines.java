package io.windhover.app.remote;

import io.windhover.app.settings.PoolClients;
import io.windhover.app.settings.PoolSettings;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaClient;
import java.security.SecureRandom;
import java.time.Duration;

/** Lines to pools, over the wire that the settings name. */
public final class PoolLines {
  private PoolLines() {}

  /**
   * Connects as the user that the settings name.
   *
   * @throws io.windhover.app.CommandFailure when that does not come about
   */
  public static RemotePool connect(PoolSettings pool, Duration patience) {
    try {
      var client = PoolClients.ofUser(pool, name(), patience);
      client.connect();
      return new RemotePool(pool.name(), pool.manager(), new Line(client), patience);
    } catch (PoolFailure failure) {
      throw RemotePool.failed(failure);
    }
  }

  /** No two commands at once may go by one name: the second would end the first. */
  private static String name() {
    return "user-" + Long.toHexString(new SecureRandom().nextLong());
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
