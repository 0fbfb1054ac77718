package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.simulator.harvest.HarvestTraces;
import io.windhover.workload.generate.HarvestWork;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The nine clusters: eight of section 2.1 and the one on wind of section 4.5. */
enum Supply {
  C1(HarvestCluster.C1),
  C2(HarvestCluster.C2),
  C3(HarvestCluster.C3),
  C4(HarvestCluster.C4),
  C5(HarvestCluster.C5),
  C6(HarvestCluster.C6),
  C7(HarvestCluster.C7),
  C8(HarvestCluster.C8),
  WIND(null);

  static final int MACHINES = 64;

  /** Cores of all machines together, roughly: wind is down most of the time. */
  private static final double CORES = 1000;

  private static final double CORES_ON_WIND = 250;

  static final List<Supply> ALL = List.of(values());

  /** Those the paper gathered statistics of. */
  static final List<Supply> MEASURED = List.of(C1, C2, C3, C4, C5, C6, C7, C8);

  private final @Nullable HarvestCluster cluster;

  Supply(@Nullable HarvestCluster cluster) {
    this.cluster = cluster;
  }

  HarvestTrace trace(long seed, long lengthMillis) {
    return this == WIND
        ? HarvestTraces.underWind(HarvestCluster.WIND, 0, seed, MACHINES, lengthMillis)
        : cluster().trace(seed, MACHINES, lengthMillis);
  }

  /** Not for wind. */
  HarvestCluster cluster() {
    return Objects.requireNonNull(cluster, "wind has no cluster of its own");
  }

  /** The standard setting: long tasks where changes are rare. */
  HarvestWork work() {
    return this == C7 || this == C8 ? HarvestWork.STANDARD_LONG : HarvestWork.STANDARD;
  }

  double roughCores() {
    return this == WIND ? CORES_ON_WIND : CORES;
  }

  /** As rows write it. */
  String text() {
    return this == WIND ? "wind" : name();
  }
}
