package io.windhover.host;

/** A secret cannot be had; the message says where it was sought, why, and never what it is. */
public final class BadSecret extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BadSecret(String message) {
    super(message);
  }
}
