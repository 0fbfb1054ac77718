package io.windhover.policies.workflow.justintime;

/**
 * By how much estimates of one thing have been exceeded lately. Before enough has been seen, some
 * error is expected; an excess of long ago is slowly forgotten.
 */
final class Experience {
  private static final double FORGETTING = 0.999;

  private final int enough;
  private final double expectedAtFirst;
  private final double unit;
  private int seen;
  private double worst;

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
    worst = Math.max(excess, worst * FORGETTING);
    // Reports come a little late even when estimates are exact.
    if (worst < unit / 10) {
      worst = 0;
    }
  }

  /** Too little has been seen to tell, and nothing yet that was longer than estimated. */
  boolean isUntested() {
    return seen < enough && worst == 0;
  }

  /** At least one was longer than estimated. */
  boolean hasExcess() {
    return worst > 0;
  }

  /** How much to keep back. */
  double margin() {
    double margin = seen < enough ? Math.max(worst, expectedAtFirst) : worst;
    return Math.max(0, Math.ceil(margin / unit - 1e-9)) * unit;
  }

  String encoded() {
    return seen + " " + worst;
  }

  void restore(String seenText, String worstText) {
    seen = Integer.parseInt(seenText);
    worst = Double.parseDouble(worstText);
  }
}
