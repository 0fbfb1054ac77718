package io.windhover.wire.xmpp.pool;

import io.windhover.wire.xmpp.Stanza;

/**
 * Takes what is no worker's business: jobs, questions, chat, subscriptions of people. It is called
 * by the thread that reads the stream, so it must not wait for anybody; it answers, now or later,
 * by a stanza of its own. Results and errors never come here, and none may be answered.
 */
public interface Desk {
  /**
   * Somebody has sent this to an address of ours: an iq (get or set), a message or a presence.
   * Answers false if it is nothing the desk knows; its sender is then told so if it is an iq.
   */
  boolean received(Stanza stanza);

  /** The stream is open, for the first time or again: whoever watches a job has heard nothing. */
  default void connected() {}

  /** The stream is lost, or could not be opened. */
  default void disconnected(String why) {}
}
