package io.windhover.wire.port;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;

/**
 * Two wires of one manager: what is for somebody at the port goes there, all else goes to the XMPP
 * server. So the manager's link, and the desk, know one wire, and everybody by address.
 */
public final class StanzaSwitch implements StanzaLink {
  private final PortStanzas port;
  private final StanzaLink server;

  public StanzaSwitch(PortStanzas port, StanzaLink server) {
    this.port = port;
    this.server = server;
  }

  @Override
  public void send(Stanza stanza) {
    Jid to = stanza.to();
    if (to != null && port.isHere(to)) {
      port.send(stanza);
    } else {
      server.send(stanza);
    }
  }

  @Override
  public void close() {
    port.close();
    server.close();
  }
}
