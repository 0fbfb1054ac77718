package io.windhover.experiments.opie;

import io.windhover.placement.HostFilters;
import io.windhover.placement.HostRanks;
import io.windhover.placement.Settings;
import io.windhover.placement.Settings.WeightedRank;
import java.util.List;

/** Ways to rank hosts that are compared, by a label for reports. */
record Ranks(String label, Settings settings) {
  /** What OpenStack's filter scheduler does: spread by what is free. */
  static final Ranks SPREAD =
      new Ranks(
          "free-ram+free-vcpus",
          Settings.defaults()
              .withFilters(HostFilters.TRAITS, HostFilters.RESOURCES, HostFilters.ANTI_AFFINITY)
              .withRanks(
                  new WeightedRank(HostRanks.FREE_RAM, 1),
                  new WeightedRank(HostRanks.FREE_VCPUS, 1)));

  static final Ranks CHEAPEST = new Ranks(HostRanks.CHEAPEST_VICTIMS.label(), Settings.defaults());

  /** The default first. */
  static final List<Ranks> ALL =
      List.of(
          CHEAPEST,
          of(HostRanks.PERIOD),
          of(HostRanks.OVERCOMMIT),
          of(HostRanks.FEWEST_VICTIMS),
          of(HostRanks.REVENUE),
          SPREAD);

  private static Ranks of(HostRanks rank) {
    return new Ranks(rank.label(), Settings.defaults().withRank(rank));
  }
}
