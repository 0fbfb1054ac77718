package io.windhover.http;

/** Where the answer to one call goes, at once or later. Answers are sent in the order of calls. */
public interface Reply {
  /** To be called once, from any thread. */
  void answer(HttpAnswer answer);

  /** Whether nobody waits for the answer any more; from any thread. */
  boolean isGone();
}
