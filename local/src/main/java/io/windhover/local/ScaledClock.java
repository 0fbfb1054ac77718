package io.windhover.local;

/**
 * The clock of a cloud on this machine, and of its manager: the system's, made faster or slower by
 * one factor. Both showed the same at the origin, the moment the cloud was first set up.
 *
 * @param factor how many seconds of this clock go by in a real one
 */
public record ScaledClock(long originMillis, double factor) {
  private static final double FACTOR_MIN = 0.001;
  private static final double FACTOR_MAX = 100_000;

  public ScaledClock {
    if (!(factor >= FACTOR_MIN && factor <= FACTOR_MAX)) {
      throw new IllegalArgumentException(
          "a clock %s times as fast; expected %s to %s".formatted(factor, FACTOR_MIN, FACTOR_MAX));
    }
  }

  /** What this clock shows when the system's shows that. */
  public long atReal(long realMillis) {
    return originMillis + sinceOrigin(realMillis);
  }

  /** How long it is since the origin, by this clock. */
  long sinceOrigin(long realMillis) {
    return (long) Math.floor((realMillis - originMillis) * factor);
  }

  /** What the system's clock shows when so much has gone by since the origin, by this one. */
  long realAt(long sinceOriginMillis) {
    return originMillis + (long) Math.ceil(sinceOriginMillis / factor);
  }
}
