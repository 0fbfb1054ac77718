package io.windhover.workerprogram;

/** An option, or a variable in its place, cannot be used; the message names it and what to say. */
final class BadOption extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadOption(String message) {
    super(message);
  }
}
