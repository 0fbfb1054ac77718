package io.windhover.experiments.forecast;

import java.util.OptionalDouble;

/**
 * What an expected cost is to be compared with, in dollars.
 *
 * @param onDemandOnly the same work on on-demand machines alone; empty when that is late
 * @param lowerBound nobody can do it for less
 */
public record References(OptionalDouble onDemandOnly, OptionalDouble lowerBound) {
  public static final References NONE =
      new References(OptionalDouble.empty(), OptionalDouble.empty());
}
