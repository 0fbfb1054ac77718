package io.windhover.wire.xmpp;

/** A way to send stanzas; what comes back is told to a {@link Receiver}. */
public interface StanzaLink extends AutoCloseable {
  /** Queues a stanza; never blocks on the network. While there is no connection it is dropped. */
  void send(Stanza stanza);

  @Override
  void close();

  /** Told what arrives, by one thread at a time, in the order of the stream. */
  interface Receiver {
    void received(Stanza stanza);

    /** A stanza beyond the limits, without what was in it. */
    default void tooLarge(Stanza head) {}

    /** The stream is open, for the first time or again. */
    void connected();

    /** The stream is lost, or a try to open it has failed; another try follows by itself. */
    void disconnected(String why);
  }
}
