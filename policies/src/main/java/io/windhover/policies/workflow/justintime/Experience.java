package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;

/**
 * By how much estimates of one thing have been exceeded lately. Before enough has been seen, some
 * error is expected; an excess of long ago is slowly forgotten.
 */
final class Experience {
  private static final double FORGETTING = 0.999;

  /**
   * So many are enough as long as all have been exact: where estimates err at all, hardly any is,
   * and the next one shows it.
   */
  private static final int ENOUGH_EXACT = 1;

  /** Half of errors are to the good, so the worst of n is the worst of half as many. */
  private static final double WORSE = 2;

  private final int enough;
  private final double expectedAtFirst;
  private final double unit;
  private int seen;
  private double worst;

  /** Whether one of the first was longer or shorter than estimated. */
  private boolean off;

  /**
   * Nothing seen yet.
   *
   * @param enough after so many nothing is expected that has not been seen
   * @param unit margins are whole numbers of this, so that plans are not made anew for a trifle
   */
  Experience(int enough, double expectedAtFirst, double unit) {
    this.enough = enough;
    this.expectedAtFirst = expectedAtFirst;
    this.unit = unit;
  }

  void note(double excess) {
    seen++;
    // Reports come a little late even when estimates are exact.
    off |= seen <= enough && Math.abs(excess) >= unit / 10;
    worst = Math.max(excess, worst * FORGETTING);
    if (worst < unit / 10) {
      worst = 0;
    }
  }

  /** Nothing is expected any more that has not been seen. */
  boolean hasSeenEnough() {
    return seen >= (off ? enough : Math.min(enough, ENOUGH_EXACT));
  }

  /** Too little has been seen to tell, and nothing yet that was longer than estimated. */
  boolean isUntested() {
    return !hasSeenEnough() && worst == 0;
  }

  /** At least one was longer than estimated. */
  boolean hasExcess() {
    return worst > 0;
  }

  /** How much to keep back: of few the worst is a little less than what is to come. */
  double margin() {
    double margin = hasSeenEnough() ? worst * (1 + WORSE / seen) : Math.max(worst, expectedAtFirst);
    return Math.max(0, Math.ceil(margin / unit - 1e-9)) * unit;
  }

  void write(MemoryWriter text, String kind) {
    text.line(kind, seen, worst, off);
  }

  void take(MemoryReader line) {
    seen = line.nextInt();
    worst = line.nextDouble();
    off = line.nextBoolean();
  }
}
