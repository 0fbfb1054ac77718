package io.windhover.app.service;

/** Whoever asked. */
public interface Caller {
  /** Called once, on the executor the service was given. */
  void answered(Answer answer);

  /** Whether nobody waits for the answer any more; from any thread. */
  boolean gone();
}
