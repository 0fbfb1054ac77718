package io.windhover.wire.xmpp.line;

import io.windhover.wire.xmpp.Stanza;
import java.util.function.Consumer;

/** Opens connections of a client to one server, as one account. */
public interface StanzaDialer {
  /** Connects and logs in; what arrives is handed over in its order. */
  StanzaStream dial(Consumer<Stanza> receiver) throws PoolFailure, InterruptedException;

  /** Who is dialled, for people. */
  String server();
}
