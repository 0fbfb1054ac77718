package io.windhover.store;

/** The medium under a store failed; the message names the file and says what to do. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
