package io.windhover.app.remote;

import io.windhover.app.settings.PoolClients;
import io.windhover.app.settings.PoolSettings;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
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
      Line line = pool.server().https() ? new PortLine(client) : new ServerLine(client);
      line.open();
      return new RemotePool(pool.name(), pool.manager(), line, patience);
    } catch (PoolFailure failure) {
      throw RemotePool.failed(failure);
    }
  }

  /** No two commands at once may go by one name: the second would end the first. */
  private static String name() {
    return "user-" + Long.toHexString(new SecureRandom().nextLong());
  }

  private interface Line extends RemotePool.Line {
    void open() throws PoolFailure;
  }

  private static Xml asked(
      StanzaClient client, Jid to, String iqType, Xml question, Duration patience)
      throws PoolFailure {
    return client.ask(to, iqType, question, patience).orElseGet(() -> Xml.of("none", ""));
  }

  /** To a server, which is there while its manager comes and goes. */
  private record ServerLine(StanzaClient client) implements Line {
    @Override
    public void open() throws PoolFailure {
      client.connect();
    }

    @Override
    public Xml ask(Jid to, String iqType, Xml question, Duration patience) throws PoolFailure {
      return asked(client, to, iqType, question, patience);
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /** To the manager itself: gone when it goes, and dialled again for the next question. */
  private record PortLine(StanzaClient client) implements Line {
    /** A manager that is not there may be by the time that it is asked: submit waits for it. */
    @Override
    public void open() throws PoolFailure {
      try {
        client.connect();
      } catch (PoolFailure failure) {
        if (failure.kind() != Kind.NO_MANAGER) {
          throw failure;
        }
      }
    }

    @Override
    public Xml ask(Jid to, String iqType, Xml question, Duration patience) throws PoolFailure {
      if (!client.isConnected()) {
        client.connect();
      }
      try {
        return asked(client, to, iqType, question, patience);
      } catch (PoolFailure failure) {
        throw failure.kind() == Kind.CANNOT_CONNECT
            ? new PoolFailure(Kind.NO_ANSWER, failure.getMessage())
            : failure;
      }
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
