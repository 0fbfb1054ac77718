package io.windhover.wire.xmpp.pool;

import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;

/** How stanzas go between a manager and its clients. */
interface Way extends AutoCloseable {
  /** The manager's end of it. */
  interface End extends AutoCloseable {
    StanzaLink link();

    /** Takes stanzas from now on. */
    void start(StanzaLink.Receiver manager);

    @Override
    void close();
  }

  End open();

  /** A client of this account, which is of the domain localhost. */
  RawClient login(String account, String resource) throws IOException;

  @Override
  void close();
}
