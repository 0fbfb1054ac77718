package io.windhover.http;

import java.util.Optional;

/** Takes the WebSockets that are opened at a route's address. */
public non-sealed interface SocketEndpoint extends Route.Endpoint {
  /** What is spoken here, as Sec-WebSocket-Protocol; a client must offer it. */
  String protocol();

  /** Why somebody whom the gate lets in gets no socket at this address all the same: 403. */
  default Optional<String> refusal(HttpCall call) {
    return Optional.empty();
  }

  /**
   * A client was let in and its socket is open. Called on the thread on which the listener will be,
   * before the first message; messages may be sent at once.
   */
  SocketListener opened(HttpCall call, SocketLine line);
}
