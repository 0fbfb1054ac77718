package io.windhover.placement.generate;

import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.HostRanks;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Settings.WeightedRank;
import io.windhover.placement.Size;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The testbed of OPIE, section 4: hosts of 8 vCPUs, 16000 MB, 140 GB; instances, normal or
 * preemptible with equal chance, are placed by the plain scheduler until the first normal one finds
 * no room. The present is 0; each instance has run for an exponential time, cut to 10 to 300
 * minutes. The paper does not give the mean of that time: ours is 100 minutes before the cut.
 */
public final class PaperStates {
  public static final Size SMALL = new Size(1, 2000, 20);
  public static final Size MEDIUM = new Size(2, 4000, 40);
  public static final Size LARGE = new Size(4, 8000, 80);

  public static final double RUN_MINUTES_MIN = 10;
  public static final double RUN_MINUTES_MAX = 300;
  public static final double RUN_MINUTES_MEAN = 100;

  /** Two large instances exceed the 140 GB, so the paper's disks were promised more than once. */
  public static final double DISK_OVERSUBSCRIPTION = 2;

  private PaperStates() {}

  public static Cluster empty(int hosts) {
    var cluster = new Cluster();
    for (int i = 0; i < hosts; i++) {
      cluster.addHost(
          Host.of("host-" + i, 8, 16000, 140).withDiskOversubscription(DISK_OVERSUBSCRIPTION));
    }
    return cluster;
  }

  /** Filled until a normal request fails; each request has one of the sizes, by chance. */
  public static Cluster saturated(int hosts, List<Size> sizes, long seed) {
    Cluster cluster = empty(hosts);
    fill(cluster, sizes, seed);
    return cluster;
  }

  /** Fills any cluster in this way; ids are "n0", "p1" and so on. */
  public static void fill(Cluster cluster, List<Size> sizes, long seed) {
    PlacementScheduler plain = Schedulers.plain(spread());
    var chance = new SplittableRandom(seed);
    for (int number = 0; ; number++) {
      boolean preemptible = chance.nextBoolean();
      Size size = sizes.get(chance.nextInt(sizes.size()));
      long startedAt = -Math.round(runMinutes(chance) * 60) * 1000;
      Request request =
          preemptible
              ? Request.preemptible("p" + number, size)
              : Request.normal("n" + number, size);
      if (plain.place(cluster, request, 0, chance.nextLong()) instanceof Placed placed) {
        Instance instance = request.started(startedAt, 0.05 * size.vcpus(), 0);
        cluster.addInstance(placed.host(), instance);
      } else if (!preemptible) {
        return;
      }
    }
  }

  private static Settings spread() {
    return Settings.defaults()
        .withRanks(
            new WeightedRank(HostRanks.FREE_RAM, 1), new WeightedRank(HostRanks.FREE_VCPUS, 1));
  }

  /** By the inverse of the distribution, so that every draw counts. */
  static double runMinutes(SplittableRandom chance) {
    double below = 1 - StrictMath.exp(-RUN_MINUTES_MIN / RUN_MINUTES_MEAN);
    double above = 1 - StrictMath.exp(-RUN_MINUTES_MAX / RUN_MINUTES_MEAN);
    double quantile = below + (above - below) * chance.nextDouble();
    return -RUN_MINUTES_MEAN * StrictMath.log(1 - quantile);
  }
}
