package io.windhover.placement;

import java.util.List;

/**
 * What a scheduler goes by. Start from {@link #defaults}.
 *
 * @param filters in this order; a host is counted under the first that rejects it
 * @param ranks the total of a host is the sum of multiplier x normalised rank
 * @param cost what ending an instance costs
 * @param indexed false: look at every host, always
 * @param victimNodesMax limit of the search for the cheapest victims of one host
 */
public record Settings(
    List<HostFilter> filters,
    List<WeightedRank> ranks,
    VictimCost cost,
    boolean indexed,
    int victimNodesMax) {
  /** Some tens of milliseconds. */
  public static final int VICTIM_NODES_MAX = 200_000;

  /** A rank and its multiplier, which may be negative. */
  public record WeightedRank(HostRank rank, double multiplier) {
    public WeightedRank {
      Check.inRange("multiplier of " + rank.label(), multiplier, -1e9, 1e9);
    }
  }

  public Settings {
    filters = List.copyOf(filters);
    ranks = List.copyOf(ranks);
    if (!filters.contains(HostFilters.RESOURCES)) {
      throw new IllegalArgumentException("filters: must contain resources, are " + filters);
    }
    Check.inRange("victimNodesMax", victimNodesMax, 1, Integer.MAX_VALUE);
  }

  /** All filters, cheapest victims by seconds into the billing period, indexes. */
  public static Settings defaults() {
    return new Settings(
        HostFilters.ALL,
        List.of(new WeightedRank(HostRanks.CHEAPEST_VICTIMS, 1)),
        VictimCosts.PERIOD,
        true,
        VICTIM_NODES_MAX);
  }

  public Settings withFilters(HostFilter... chosen) {
    return new Settings(List.of(chosen), ranks, cost, indexed, victimNodesMax);
  }

  public Settings withRanks(WeightedRank... chosen) {
    return new Settings(filters, List.of(chosen), cost, indexed, victimNodesMax);
  }

  public Settings withRank(HostRank rank) {
    return withRanks(new WeightedRank(rank, 1));
  }

  public Settings withCost(VictimCost chosen) {
    return new Settings(filters, ranks, chosen, indexed, victimNodesMax);
  }

  public Settings withIndexed(boolean use) {
    return new Settings(filters, ranks, cost, use, victimNodesMax);
  }

  public Settings withVictimNodesMax(int nodes) {
    return new Settings(filters, ranks, cost, indexed, nodes);
  }
}
