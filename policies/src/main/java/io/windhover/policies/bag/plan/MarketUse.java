package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;

/**
 * What is rented of a market, which the market's limits count. {@link FleetPlanner} starts from
 * what is rented already and counts what its drafts rent.
 *
 * @param machines how many machines
 * @param cores how many cores these have
 */
public record MarketUse(int machines, long cores) {
  /** How many more of this offer the market lets one rent. */
  public int room(Offer offer) {
    return offer.roomInMarket(machines, cores);
  }

  /** With so many machines of this offer more. */
  public MarketUse plus(Offer offer, int count) {
    return new MarketUse(machines + count, cores + (long) count * offer.machine().cores());
  }
}
