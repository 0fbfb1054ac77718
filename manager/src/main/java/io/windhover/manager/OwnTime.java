package io.windhover.manager;

/**
 * The time a manager steps by. When the clock is set back it goes on from where it was, at its
 * usual pace: to stand still until the clock has caught up would leave timers and requests waiting.
 */
final class OwnTime {
  /** How far the clock was set back while we counted on it. */
  private long setBackMillis;

  /**
   * The time when the clock shows this.
   *
   * @param reachedMillis the time that was counted on last
   */
  long now(long wallMillis, long reachedMillis) {
    setBackMillis = Math.max(setBackMillis, reachedMillis - wallMillis);
    return wallMillis + setBackMillis;
  }

  /** What the clock will show at this time; never stays never. */
  long onTheClock(long atMillis) {
    return atMillis == Long.MAX_VALUE ? atMillis : atMillis - setBackMillis;
  }
}
