package io.windhover.core.model;

/**
 * A kind of machine that can be rented now.
 *
 * @param name unique among the offers
 * @param limit how many may be rented at once
 * @param marketLimit how many of this market may be rented at once, all its offers together
 * @param gflops what the machine can compute, for policies that weigh it against the price; 0 when
 *     nobody has measured it
 * @param startUpMillis how long a launch takes, as far as is known
 */
public record Offer(
    String name,
    Market market,
    MachineSpec machine,
    int limit,
    int marketLimit,
    double gflops,
    long startUpMillis,
    Billing billing) {
  public Offer {
    if (limit < 0 || marketLimit < 0 || !(gflops >= 0) || startUpMillis < 0) {
      throw new IllegalArgumentException(
          "offer %s: limit %d, market limit %d, %s Gflops, start-up %d ms"
              .formatted(name, limit, marketLimit, gflops, startUpMillis));
    }
  }

  /** On demand, there at once, and paid by use. */
  public Offer(String name, MachineSpec machine, int limit) {
    this(name, Market.ON_DEMAND, machine, limit, limit, 0, 0, Billing.BY_USE);
  }

  public boolean isSpot() {
    return market == Market.SPOT;
  }

  public Offer priced(long pricePerHourNanos) {
    return new Offer(
        name,
        market,
        machine.priced(pricePerHourNanos),
        limit,
        marketLimit,
        gflops,
        startUpMillis,
        billing);
  }
}
