package io.windhover.http;

/**
 * How much of everything.
 *
 * @param bodyBytes of a request
 * @param connections that are no WebSockets
 * @param newcomers connections of one address that have not shown yet who they are
 * @param sockets WebSockets that are open
 * @param messageBytes of a message of a WebSocket, in however many frames
 * @param unreadBytes what may wait for the client of a WebSocket before it is cut off
 * @param pingSeconds a WebSocket that says nothing for so long is asked whether it is there, and
 *     after the same time again without a word it is over
 */
public record HttpLimits(
    int bodyBytes,
    int connections,
    int newcomers,
    int sockets,
    int messageBytes,
    long unreadBytes,
    int pingSeconds) {
  public static final HttpLimits USUAL =
      new HttpLimits(1 << 20, 2_000, 500, 20_000, 1 << 20, 16 << 20, 15);

  public HttpLimits {
    if (bodyBytes < 0
        || connections < 1
        || newcomers < 1
        || sockets < 0
        || messageBytes < 1
        || unreadBytes < 1
        || pingSeconds < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  public HttpLimits withMessages(int bytes, long unread) {
    return new HttpLimits(bodyBytes, connections, newcomers, sockets, bytes, unread, pingSeconds);
  }

  public HttpLimits withPings(int seconds) {
    return new HttpLimits(
        bodyBytes, connections, newcomers, sockets, messageBytes, unreadBytes, seconds);
  }

  public HttpLimits withConnections(int most, int mostSockets) {
    return new HttpLimits(
        bodyBytes, most, newcomers, mostSockets, messageBytes, unreadBytes, pingSeconds);
  }

  public HttpLimits withNewcomers(int ofOneAddress) {
    return new HttpLimits(
        bodyBytes, connections, ofOneAddress, sockets, messageBytes, unreadBytes, pingSeconds);
  }
}
