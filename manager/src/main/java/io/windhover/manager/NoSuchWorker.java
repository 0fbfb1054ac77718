package io.windhover.manager;

/** Somebody speaks of a worker that is not there. */
public final class NoSuchWorker extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSuchWorker(String message) {
    super(message);
  }
}
