package io.windhover.policies.harvest.predict;

/** What became of a machine's cores. Being evicted is a shrink to nothing. */
public enum Change {
  /** Also the last change of a machine that has just come (SlackSched, Table 1). */
  GREW,
  SHRANK
}
