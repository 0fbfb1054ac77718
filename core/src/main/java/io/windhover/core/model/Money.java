package io.windhover.core.model;

import java.math.BigInteger;
import java.util.Locale;

/** Money is a long in nano-dollars: exact sums, and room for nine thousand million dollars. */
public final class Money {
  public static final long NANOS_PER_DOLLAR = 1_000_000_000L;

  private static final long MILLIS_PER_HOUR = 3_600_000L;

  private Money() {}

  /** As people read it, to the hundredth of a cent: $1.2500. */
  public static String text(long nanos) {
    return String.format(Locale.ROOT, "$%,.4f", (double) nanos / NANOS_PER_DOLLAR);
  }

  /** What a lease costs: price per hour times the time used, rounded up to the nano-dollar. */
  public static long costNanos(long pricePerHourNanos, long usedMillis) {
    long high = Math.multiplyHigh(pricePerHourNanos, usedMillis);
    if (high == 0 && pricePerHourNanos * usedMillis >= 0) {
      return -Math.floorDiv(-(pricePerHourNanos * usedMillis), MILLIS_PER_HOUR);
    }
    BigInteger[] parts =
        BigInteger.valueOf(pricePerHourNanos)
            .multiply(BigInteger.valueOf(usedMillis))
            .divideAndRemainder(BigInteger.valueOf(MILLIS_PER_HOUR));
    return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
  }

  /**
   * What a lease costs whose harvested cores are paid for one by one: both parts are added exactly
   * and the sum is rounded up once.
   */
  public static long costNanos(
      long pricePerHourNanos, long usedMillis, long corePerHourNanos, long coreMillis) {
    if (coreMillis == 0 || corePerHourNanos == 0) {
      return costNanos(pricePerHourNanos, usedMillis);
    }
    BigInteger[] parts =
        BigInteger.valueOf(pricePerHourNanos)
            .multiply(BigInteger.valueOf(usedMillis))
            .add(BigInteger.valueOf(corePerHourNanos).multiply(BigInteger.valueOf(coreMillis)))
            .divideAndRemainder(BigInteger.valueOf(MILLIS_PER_HOUR));
    return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
  }

  /**
   * Splits a sum in proportion to weights, to the nano-dollar: the parts add up to it exactly. The
   * first part takes all of it where the weights say nothing.
   */
  public static long[] split(long nanos, long[] weights) {
    BigInteger total = BigInteger.ZERO;
    for (long weight : weights) {
      total = total.add(BigInteger.valueOf(weight));
    }
    long[] parts = new long[weights.length];
    if (total.signum() == 0) {
      parts[0] = nanos;
      return parts;
    }
    BigInteger reached = BigInteger.ZERO;
    long given = 0;
    for (int i = 0; i < weights.length; i++) {
      reached = reached.add(BigInteger.valueOf(weights[i]));
      long upToHere = BigInteger.valueOf(nanos).multiply(reached).divide(total).longValueExact();
      parts[i] = upToHere - given;
      given = upToHere;
    }
    return parts;
  }
}
