package io.windhover.experiments.paper;

/** How much of a paper's reproduction is run. */
public enum Length {
  /** To see that all is well: seconds. */
  QUICK,
  /** Every published figure, and as much beyond them as does not take too long. */
  USUAL,
  /** All there is, however long it takes. */
  LONG
}
