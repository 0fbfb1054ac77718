package io.windhover.core.model;

/**
 * What is paid for a machine besides the time it is up.
 *
 * @param startUpMillis charged once for starting, when the machine has come up
 * @param minimumMillis charged at least, once the machine has come up
 * @param periodMillis only whole periods are charged, such as hours; 0 when time is charged as it
 *     is
 * @param fromRequest the meter starts when the machine is asked for, not when it has come up; a
 *     launch that is refused costs nothing either way
 */
public record Billing(
    long startUpMillis, long minimumMillis, long periodMillis, boolean fromRequest) {
  /** Only the time it is up. */
  public static final Billing BY_USE = new Billing(0, 0);

  public Billing {
    if (startUpMillis < 0 || minimumMillis < 0 || periodMillis < 0) {
      throw new IllegalArgumentException(
          "start-up %d ms, minimum %d ms, period %d ms"
              .formatted(startUpMillis, minimumMillis, periodMillis));
    }
  }

  /** Charged as it is, from the moment the machine is up. */
  public Billing(long startUpMillis, long minimumMillis) {
    this(startUpMillis, minimumMillis, 0, false);
  }

  /** Whole periods from the request on, as clouds sold hours when SCS was written. */
  public static Billing perPeriod(long periodMillis) {
    return new Billing(0, 0, periodMillis, true);
  }

  /** The time to charge for a lease whose meter ran for this long. */
  public long chargedMillis(long meteredMillis) {
    long exact = Math.max(minimumMillis, startUpMillis + meteredMillis);
    if (periodMillis == 0) {
      return exact;
    }
    return Math.max(1, -Math.floorDiv(-exact, periodMillis)) * periodMillis;
  }

  /** How long the meter may run without another charge, given that it has run for this long. */
  public long paidMillis(long meteredMillis) {
    return Math.max(meteredMillis, chargedMillis(meteredMillis) - startUpMillis);
  }
}
