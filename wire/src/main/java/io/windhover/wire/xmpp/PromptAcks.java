package io.windhover.wire.xmpp;

import java.io.IOException;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;

/**
 * Confirms what has come at once, where the system can. A server that gathers small pieces until
 * the last one is confirmed (as Prosody does) would otherwise hold each second stanza for 40 ms.
 */
public final class PromptAcks {
  private PromptAcks() {}

  /** To be said after every read: the system forgets it. */
  public static void on(Socket socket) throws IOException {
    if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK)
        && !socket.isClosed()) {
      socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
    }
  }
}
