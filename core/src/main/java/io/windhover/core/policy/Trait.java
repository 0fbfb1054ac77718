package io.windhover.core.policy;

/** What a policy claims of itself; the contract suite tests what it claims. */
public enum Trait {
  /** No job ends late that could have ended in time. */
  KEEPS_DEADLINES,
  /** Launches and releases machines. */
  RENTS_MACHINES,
  /** Rents on demand only: what it plans must not vanish. */
  RENTS_NO_SPOT,
  /** May run several attempts of one task at a time. */
  REPLICATES,
  /** Asks for checkpoints, and counts on them: it goes on elsewhere from what they keep. */
  CHECKPOINTS,
  /**
   * Starts tasks because they are ready, never because their group is open: so it can be given jobs
   * whose tasks follow others by index, or of which only so many may run at once.
   */
  STARTS_WHAT_IS_READY,
  /** A bound, not a policy for real use: it is told what will happen. */
  KNOWS_THE_FUTURE
}
