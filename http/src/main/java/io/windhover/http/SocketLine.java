package io.windhover.http;

/** What can be said on one WebSocket. All from any thread; nothing waits. */
public interface SocketLine {
  /** The status of RFC 6455 for an end without reproach. */
  int NORMAL = 1000;

  /** For somebody who does not keep to the rules. */
  int POLICY = 1008;

  /**
   * Queues a message. A client that has let too much pile up unread is cut off: it would fill the
   * memory of all. What is sent to a socket that is over is dropped.
   */
  void send(String message);

  /** Sends what is queued, says why, and ends. */
  void close(int status, String why);
}
