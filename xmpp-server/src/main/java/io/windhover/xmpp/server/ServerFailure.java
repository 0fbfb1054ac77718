package io.windhover.xmpp.server;

/** The server cannot do what was asked; the message says why and what helps. */
public final class ServerFailure extends RuntimeException {
  ServerFailure(String message) {
    super(message);
  }

  ServerFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
