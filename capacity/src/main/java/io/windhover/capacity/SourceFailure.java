package io.windhover.capacity;

/** A call to a source failed; whether it took effect is not known. It can be made again. */
public final class SourceFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean broken;

  public SourceFailure(String message) {
    super(message);
    this.broken = false;
  }

  public SourceFailure(String message, Throwable cause) {
    super(message, cause);
    this.broken = false;
  }

  private SourceFailure(String message, boolean broken) {
    super(message);
    this.broken = broken;
  }

  /** The source is not what it should be, and will not be until somebody mends it. */
  public static SourceFailure broken(String message) {
    return new SourceFailure(message, true);
  }

  /** Whether only somebody who mends the source can help. */
  public boolean isBroken() {
    return broken;
  }
}
