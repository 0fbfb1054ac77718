package io.windhover.core.model;

/**
 * What is paid besides the time a machine is up.
 *
 * @param startUpMillis charged once for starting, when the machine has come up
 * @param minimumMillis charged at least, once the machine has come up
 */
public record Billing(long startUpMillis, long minimumMillis) {
  /** Only the time it is up. */
  public static final Billing BY_USE = new Billing(0, 0);

  public Billing {
    if (startUpMillis < 0 || minimumMillis < 0) {
      throw new IllegalArgumentException(
          "start-up %d ms, minimum %d ms".formatted(startUpMillis, minimumMillis));
    }
  }

  /** The time to charge for a lease that was up for this long. */
  public long chargedMillis(long upMillis) {
    return Math.max(minimumMillis, startUpMillis + upMillis);
  }
}
