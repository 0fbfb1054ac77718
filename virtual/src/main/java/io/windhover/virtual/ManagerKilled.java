package io.windhover.virtual;

/** The manager dies here and now. */
public final class ManagerKilled extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ManagerKilled(String when) {
    super(when);
  }
}
