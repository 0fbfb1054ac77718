package io.windhover.manager;

/** Somebody asked for a job that was never submitted here. */
public final class NoSuchJob extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSuchJob(String message) {
    super(message);
  }
}
