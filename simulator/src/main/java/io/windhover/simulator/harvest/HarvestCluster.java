package io.windhover.simulator.harvest;

import io.windhover.core.harvest.HarvestTrace;
import java.util.List;

/**
 * Eight clusters that are like the eight of SlackSched as far as its section 2.1 says how those
 * are. From C1 to C6 more and more servers are calm while the restless ones stay about as restless;
 * in C7 and C8 even restless servers have only short campaigns. What the published figures leave
 * open (all of C3 to C5 but their order, the shares within a minute and ten minutes of all but C2,
 * sizes and stays of regular machines) is ours.
 *
 * <p>Of the published figures one is missed: a tenth of the harvest machines should have at least
 * 36 to 39 cores; ours have from about 30 to 40, because machines of 32 cores leave too few servers
 * empty. The test beside this holds all others.
 */
public enum HarvestCluster {
  // residents: cores, hours; calm: share, hours; campaigns: a day, hours; orders: an hour, machines
  // in one, share together, minutes they stay; sizes; days over which it was measured
  C1(700, 45, 6.2, 0.27, 600, 0.20, 10, 1.20, 1.40, 0.90, 60, Sizes.SMALL, 3),
  C2(900, 43.5, 31, 0.07, 284, 0.85, 10, 1.21, 1.42, 0.95, 72, Sizes.MEDIUM, 3),
  C3(1000, 45, 160, 0.20, 700, 0.45, 10, 1.30, 1.42, 0.60, 60, Sizes.LARGE, 5),
  C4(1200, 46, 170, 0.49, 500, 0.47, 10, 1.25, 1.42, 0.60, 70, Sizes.LARGE, 7),
  C5(1400, 48, 190, 0.61, 650, 0.50, 10, 1.19, 1.28, 0.60, 61, Sizes.LARGE, 10),
  C6(1600, 48.3, 150, 0.71, 1050, 0.44, 10, 1.19, 1.28, 0.70, 61, Sizes.LARGE, 14),
  C7(1800, 48.5, 800, 0.60, 800, 0.41, 2, 1.80, 1.30, 0.80, 35, Sizes.LARGE, 14),
  C8(2000, 48.5, 680, 0.60, 680, 0.35, 2, 1.60, 1.30, 0.80, 35, Sizes.LARGE, 14);

  /** Weights of 1, 2, 4, 8, 16 and 32 cores: one or two are the most popular (section 2.1). */
  private static final class Sizes {
    static final List<Double> SMALL = List.of(4.0, 5.25, 4.41, 3.47, 2.43, 1.28);
    static final List<Double> MEDIUM = List.of(4.0, 5.6, 5.0, 4.2, 3.15, 1.75);
    static final List<Double> LARGE = List.of(4.0, 6.2, 6.15, 5.7, 4.7, 2.95);
  }

  /**
   * The ninth, on wind: its regular machines are few, because on average a third of the cores have
   * power. With those of the others the harvest machines would hardly ever be there.
   */
  public static final ClusterSpec WIND =
      new ClusterSpec(
          "wind",
          1000,
          Allocation.RANDOM,
          6,
          30,
          0.2,
          300,
          0.3,
          10,
          1.2,
          1.4,
          0.6,
          60,
          Sizes.SMALL);

  private static final long DAY_MILLIS = 24 * 3_600_000L;

  /** Never changed. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final ClusterSpec spec;

  private final int days;

  HarvestCluster(
      int servers,
      double residentCores,
      double residentHours,
      double calmShare,
      double calmHours,
      double campaignsPerServerDay,
      double campaignHours,
      double ordersPerHour,
      double machinesPerOrder,
      double togetherShare,
      double stayMinutes,
      List<Double> sizeWeights,
      int days) {
    this.spec =
        new ClusterSpec(
            name(),
            servers,
            Allocation.RANDOM,
            residentCores,
            residentHours,
            calmShare,
            calmHours,
            campaignsPerServerDay,
            campaignHours,
            ordersPerHour,
            machinesPerOrder,
            togetherShare,
            stayMinutes,
            sizeWeights);
    this.days = days;
  }

  public ClusterSpec spec() {
    return spec;
  }

  /** Long enough for its longer times between changes to be seen as often as they are. */
  public long measuredMillis() {
    return days * DAY_MILLIS;
  }

  /** So many machines, a third of each minimum size, over so long. */
  public HarvestTrace trace(long seed, int machines, long lengthMillis) {
    return HarvestTraces.of(spec, seed, machines, lengthMillis);
  }
}
