package io.windhover.worker;

/** What a task has saved cannot be had now, so it is not started here: others may do better. */
final class StoreUnreachable extends Exception {
  private static final long serialVersionUID = 1;

  StoreUnreachable(String message) {
    super(message);
  }
}
