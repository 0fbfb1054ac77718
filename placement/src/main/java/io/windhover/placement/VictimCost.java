package io.windhover.placement;

/**
 * What ending an instance costs. Costs of several are added, so they are whole numbers: a tie is a
 * tie, in whatever order they are added.
 */
public interface VictimCost {
  /** Costs above this count as this. */
  long MICROS_MAX = 1L << 46;

  String label();

  /** In millionths of the function's unit; at least 0. */
  long micros(Victim victim);
}
