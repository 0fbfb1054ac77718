package io.windhover.http;

/** Takes the WebSockets that are opened at a route's address. */
public non-sealed interface SocketEndpoint extends Route.Endpoint {
  /** What is spoken here, as Sec-WebSocket-Protocol; a client must offer it. */
  String protocol();

  /**
   * A client was let in and its socket is open. Called on the thread on which the listener will be,
   * before the first message; messages may be sent at once.
   */
  SocketListener opened(HttpCall call, SocketLine line);
}
