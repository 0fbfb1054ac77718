package io.windhover.placement;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The ranks that ship, by label. */
public enum HostRanks implements HostRank {
  /** OPIE, Algorithm 3: 0 when the request fits into free space, else -1. */
  OVERCOMMIT("overcommit") {
    @Override
    public double value(HostView host, Request request) {
      return host.hasRoom() ? 0 : -1;
    }
  },
  /** OPIE, Algorithm 4: minus the seconds into the billing period of all preemptibles. */
  PERIOD("period") {
    @Override
    public double value(HostView host, Request request) {
      return -host.allVictimsMicros(VictimCosts.PERIOD);
    }
  },
  /**
   * Minus the cost of the cheapest sufficient set of victims; what OPIE's tables show, and the
   * default. Ending something for nothing is worth a millionth less than ending nothing.
   */
  CHEAPEST_VICTIMS("cheapest-victims") {
    @Override
    public double value(HostView host, Request request) {
      return minusVictims(host, host.cost());
    }
  },
  /** Minus the number of instances that must end at least. */
  FEWEST_VICTIMS("fewest-victims") {
    @Override
    public double value(HostView host, Request request) {
      return minusVictims(host, VictimCosts.COUNT);
    }
  },
  /** Minus the least revenue per hour that must be given up. */
  REVENUE("revenue") {
    @Override
    public double value(HostView host, Request request) {
      return minusVictims(host, VictimCosts.REVENUE);
    }
  },
  /** Spreads by free RAM. */
  FREE_RAM("free-ram") {
    @Override
    public double value(HostView host, Request request) {
      return host.freeRamMb();
    }
  },
  /** Spreads by free vCPUs. */
  FREE_VCPUS("free-vcpus") {
    @Override
    public double value(HostView host, Request request) {
      return host.freeVcpus();
    }
  },
  /** Packs by free RAM. */
  PACK_RAM("pack-ram") {
    @Override
    public double value(HostView host, Request request) {
      return -host.freeRamMb();
    }
  },
  /** Packs by free vCPUs. */
  PACK_VCPUS("pack-vcpus") {
    @Override
    public double value(HostView host, Request request) {
      return -host.freeVcpus();
    }
  };

  private final String label;

  HostRanks(String label) {
    this.label = label;
  }

  private static double minusVictims(HostView host, VictimCost cost) {
    return host.hasRoom() ? 0 : -1 - host.cheapestVictimsMicros(cost);
  }

  @Override
  public String label() {
    return label;
  }

  public static Optional<HostRank> labelled(String label) {
    return Arrays.stream(values())
        .filter(rank -> rank.label.equals(label))
        .map(HostRank.class::cast)
        .findFirst();
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(HostRanks::label).toList();
  }
}
