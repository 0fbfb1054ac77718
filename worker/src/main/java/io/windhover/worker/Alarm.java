package io.windhover.worker;

/**
 * When the worker has something to do next: no timer of it is earlier. A lower bound, so that most
 * events cost no search among the timers.
 */
final class Alarm {
  private long atMillis = HeldAttempt.NEVER;

  long atMillis() {
    return atMillis;
  }

  /** Forgets all timers; whoever calls it goes through them and sets those that stay. */
  void clear() {
    atMillis = HeldAttempt.NEVER;
  }

  void by(long millis) {
    atMillis = Math.min(atMillis, millis);
  }

  void set(HeldAttempt attempt, long millis) {
    attempt.wakeAtMillis = millis;
    by(millis);
  }
}
