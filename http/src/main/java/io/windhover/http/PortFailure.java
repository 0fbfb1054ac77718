package io.windhover.http;

/** A port could not be opened, or what it needs could not be read; one line for people. */
public final class PortFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PortFailure(String message) {
    super(message);
  }

  public PortFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
