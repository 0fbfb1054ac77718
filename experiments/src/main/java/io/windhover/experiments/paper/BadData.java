package io.windhover.experiments.paper;

/** Outside data that is not there or not as described; the message names file, line and field. */
public final class BadData extends RuntimeException {
  public BadData(String message) {
    super(message);
  }

  public BadData(String message, Throwable cause) {
    super(message, cause);
  }
}
