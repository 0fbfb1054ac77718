package io.windhover.wire.xmpp.pool;

import io.windhover.wire.port.PortStanzas;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.testkit.OpenedPort;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;

/** At the manager's own port, which opens and closes with the manager. */
final class PortWay implements Way {
  private OpenedPort port;

  @Override
  public End open() {
    var stanzas = new PortStanzas(Stage.MANAGER);
    var opened = new OpenedPort(0, stanzas);
    port = opened;
    return new End() {
      @Override
      public StanzaLink link() {
        return stanzas;
      }

      @Override
      public void start(StanzaLink.Receiver manager) {
        stanzas.open(manager);
      }

      @Override
      public void close() {
        stanzas.close();
        opened.close();
        if (!opened.failures().isEmpty()) {
          throw new AssertionError("failures at the port: " + opened.failures());
        }
      }
    };
  }

  @Override
  public RawClient login(String account, String resource) throws IOException {
    return port.dial(new Jid(account, "localhost", resource));
  }

  @Override
  public void close() {}
}
