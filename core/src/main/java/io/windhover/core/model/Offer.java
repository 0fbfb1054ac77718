package io.windhover.core.model;

/**
 * A kind of machine that can be rented now.
 *
 * @param name unique among the offers
 * @param limit how many may be rented at once
 * @param marketLimit how many of this market may be rented at once, all its offers together
 * @param marketCores how many cores (vCPUs) the machines of this market that are rented at once may
 *     have, all its offers together; 0 when cores are not limited
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
    int marketCores,
    double gflops,
    long startUpMillis,
    Billing billing) {
  public Offer {
    if (limit < 0 || marketLimit < 0 || marketCores < 0 || !(gflops >= 0) || startUpMillis < 0) {
      throw new IllegalArgumentException(
          "offer %s: limit %d, market limit %d, market cores %d, %s Gflops, start-up %d ms"
              .formatted(name, limit, marketLimit, marketCores, gflops, startUpMillis));
    }
  }

  /** One whose market counts machines only, not their cores. */
  public Offer(
      String name,
      Market market,
      MachineSpec machine,
      int limit,
      int marketLimit,
      double gflops,
      long startUpMillis,
      Billing billing) {
    this(name, market, machine, limit, marketLimit, 0, gflops, startUpMillis, billing);
  }

  /** On demand, there at once, and paid by use. */
  public Offer(String name, MachineSpec machine, int limit) {
    this(name, Market.ON_DEMAND, machine, limit, limit, 0, 0, Billing.BY_USE);
  }

  /**
   * How many more of this offer its market lets one rent, given how many machines of the market are
   * rented and how many cores these have. The offer's own limit is left out.
   */
  public int roomInMarket(int machines, long cores) {
    long room = (long) marketLimit - machines;
    if (marketCores > 0) {
      room = Math.min(room, (marketCores - cores) / machine.cores());
    }
    return (int) Math.max(0, room);
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
        marketCores,
        gflops,
        startUpMillis,
        billing);
  }

  /** The same, of which so many may be rented at once. */
  public Offer limited(int newLimit) {
    return new Offer(
        name, market, machine, newLimit, marketLimit, marketCores, gflops, startUpMillis, billing);
  }

  /** The same with another start-up; bounds take it as short as its error allows. */
  public Offer startingUpIn(long newStartUpMillis) {
    return new Offer(
        name, market, machine, limit, marketLimit, marketCores, gflops, newStartUpMillis, billing);
  }
}
