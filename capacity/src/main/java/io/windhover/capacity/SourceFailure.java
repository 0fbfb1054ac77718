package io.windhover.capacity;

/** A call to a source failed; whether it took effect is not known. It can be made again. */
public final class SourceFailure extends Exception {
  private static final long serialVersionUID = 1;

  public SourceFailure(String message) {
    super(message);
  }

  public SourceFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
