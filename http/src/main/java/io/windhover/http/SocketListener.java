package io.windhover.http;

/** Told what comes in on one WebSocket, in order, by one thread; it must not wait for anything. */
public interface SocketListener {
  void received(String message);

  /** It is over, whoever ended it; told once, and nothing after it. */
  void closed(String why);
}
