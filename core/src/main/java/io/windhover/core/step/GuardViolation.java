package io.windhover.core.step;

/** A policy wished for something that may not be done: a bug, never the world's misfortune. */
public final class GuardViolation extends IllegalStateException {
  private static final long serialVersionUID = 1;

  GuardViolation(String message) {
    super(message);
  }
}
