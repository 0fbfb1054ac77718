package io.windhover.wire.xmpp.line;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One connection of a client, from its login to its end. */
public interface StanzaStream {
  /** Drops the stanza when there is no room or no connection; never waits. */
  void send(Stanza stanza);

  /** Completed with the reason when the connection is over, however that came about. */
  CompletableFuture<String> over();

  /** Whether it is over because somebody else has come under our name. */
  default boolean isDisplaced() {
    return false;
  }

  /** The address we are known by, where we are told. */
  Optional<Jid> address();

  /** Says what is still to be said, then ends the connection. */
  void close();

  /** Ends the connection without waiting for anybody. */
  void drop(String why);
}
