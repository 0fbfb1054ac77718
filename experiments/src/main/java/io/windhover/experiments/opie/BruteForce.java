package io.windhover.experiments.opie;

import io.windhover.placement.Cluster;
import io.windhover.placement.Cluster.Free;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Size;
import java.util.List;

/** The cheapest victims by trying every set on every host: slow and beyond doubt. */
final class BruteForce {
  /** What no set can cost: no host can take the request. */
  static final long IMPOSSIBLE = Long.MAX_VALUE;

  private final Cluster cluster;
  private final long nowMillis;
  private long hostsTried;

  BruteForce(Cluster cluster, long nowMillis) {
    this.cluster = cluster;
    this.nowMillis = nowMillis;
  }

  long hostsTried() {
    return hostsTried;
  }

  /** Milliseconds into the billing period that the cheapest set of all hosts loses. */
  long cheapestMillis(Size wanted) {
    long best = IMPOSSIBLE;
    for (Host host : cluster.hosts()) {
      best = Math.min(best, cheapestMillis(host.id(), wanted));
    }
    return best;
  }

  private long cheapestMillis(String host, Size wanted) {
    hostsTried++;
    Free free = cluster.fullState(host);
    List<Instance> preemptibles =
        cluster.instancesOn(host).stream().filter(Instance::preemptible).toList();
    long best = IMPOSSIBLE;
    for (int set = 0; set < 1 << preemptibles.size(); set++) {
      int vcpus = free.vcpus();
      int ramMb = free.ramMb();
      int diskGb = free.diskGb();
      long cost = 0;
      for (int i = 0; i < preemptibles.size(); i++) {
        if ((set & 1 << i) != 0) {
          Instance victim = preemptibles.get(i);
          vcpus += victim.size().vcpus();
          ramMb += victim.size().ramMb();
          diskGb += victim.size().diskGb();
          cost +=
              Math.floorMod(nowMillis - victim.startedAtMillis(), cluster.billingPeriodMillis());
        }
      }
      boolean covers =
          vcpus >= wanted.vcpus() && ramMb >= wanted.ramMb() && diskGb >= wanted.diskGb();
      if (covers) {
        best = Math.min(best, cost);
      }
    }
    return best;
  }
}
