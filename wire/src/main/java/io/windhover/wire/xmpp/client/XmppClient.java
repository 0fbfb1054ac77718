package io.windhover.wire.xmpp.client;

import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.wire.xmpp.line.StanzaDialer;
import io.windhover.wire.xmpp.line.StanzaStream;
import java.util.function.Consumer;

/** Makes clients of an XMPP server. */
public final class XmppClient {
  private XmppClient() {}

  public static StanzaClient of(ClientSettings settings, StanzaLink.Receiver receiver) {
    return new StanzaClient(dialer(settings), receiver);
  }

  /** A client that only asks. */
  public static StanzaClient of(ClientSettings settings) {
    return new StanzaClient(dialer(settings));
  }

  private static StanzaDialer dialer(ClientSettings settings) {
    return new StanzaDialer() {
      @Override
      public StanzaStream dial(Consumer<Stanza> receiver) throws PoolFailure, InterruptedException {
        return SmackStream.open(settings, receiver);
      }

      @Override
      public String server() {
        return settings.server();
      }
    };
  }
}
