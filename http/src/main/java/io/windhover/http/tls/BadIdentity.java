package io.windhover.http.tls;

/** A certificate or its key cannot be read, written or used; one line for people. */
public final class BadIdentity extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadIdentity(String message) {
    super(message);
  }

  public BadIdentity(String message, Throwable cause) {
    super(message, cause);
  }
}
