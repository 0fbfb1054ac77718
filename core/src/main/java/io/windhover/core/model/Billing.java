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
 * @param frozenPerHourNanos what a machine costs while it is frozen: the storage that keeps its
 *     disk and its memory image
 * @param repriced whether what is rented already follows a change of the offer's price
 */
public record Billing(
    long startUpMillis,
    long minimumMillis,
    long periodMillis,
    boolean fromRequest,
    long frozenPerHourNanos,
    boolean repriced) {
  /** Only the time it is up. */
  public static final Billing BY_USE = new Billing(0, 0);

  public Billing {
    if (startUpMillis < 0 || minimumMillis < 0 || periodMillis < 0 || frozenPerHourNanos < 0) {
      throw new IllegalArgumentException(
          "start-up %d ms, minimum %d ms, period %d ms, frozen %d nano-dollars an hour"
              .formatted(startUpMillis, minimumMillis, periodMillis, frozenPerHourNanos));
    }
  }

  /** Frozen machines cost nothing. */
  public Billing(long startUpMillis, long minimumMillis, long periodMillis, boolean fromRequest) {
    this(startUpMillis, minimumMillis, periodMillis, fromRequest, 0, false);
  }

  /** The price of a lease stays as it was when the lease began. */
  public Billing(
      long startUpMillis,
      long minimumMillis,
      long periodMillis,
      boolean fromRequest,
      long frozenPerHourNanos) {
    this(startUpMillis, minimumMillis, periodMillis, fromRequest, frozenPerHourNanos, false);
  }

  /** The same terms, under which running leases follow the offer's price. */
  public Billing repricing() {
    return new Billing(
        startUpMillis, minimumMillis, periodMillis, fromRequest, frozenPerHourNanos, true);
  }

  /** Charged as it is, from the moment the machine is up. */
  public Billing(long startUpMillis, long minimumMillis) {
    this(startUpMillis, minimumMillis, 0, false);
  }

  /** Whole periods from the request on, as clouds sold hours when SCS was written. */
  public static Billing perPeriod(long periodMillis) {
    return new Billing(0, 0, periodMillis, true);
  }

  /** The storage of a machine that has been frozen for this long. */
  public long frozenNanos(long frozenMillis) {
    return Money.costNanos(frozenPerHourNanos, frozenMillis);
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
