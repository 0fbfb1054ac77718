package io.windhover.simulator.harvest;

import io.windhover.placement.HostRanks;
import io.windhover.placement.Settings;
import io.windhover.placement.VictimCosts;

/** Which of the servers with room takes a machine (SlackSched, section 4.3). */
public enum Allocation {
  /** The one with the most that is unallocated. */
  BALANCING("balancing"),
  /** The one with the least. */
  PACKING("packing"),
  /** Any. */
  RANDOM("random");

  private final String text;

  Allocation(String text) {
    this.text = text;
  }

  /** As people and files write it. */
  public String text() {
    return text;
  }

  /** The placement module's ranks for it; without a rank every host is as good as any other. */
  Settings settings() {
    Settings base = Settings.defaults().withRanks().withCost(VictimCosts.COUNT);
    return switch (this) {
      case BALANCING -> base.withRank(HostRanks.FREE_VCPUS);
      case PACKING -> base.withRank(HostRanks.PACK_VCPUS);
      case RANDOM -> base;
    };
  }
}
