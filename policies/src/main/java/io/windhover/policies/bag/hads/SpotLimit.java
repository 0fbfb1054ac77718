package io.windhover.policies.bag.hads;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.policies.bag.plan.BagTask;
import java.util.Arrays;
import java.util.List;

/** D_spot, Algorithm 1 as printed. */
final class SpotLimit {
  private SpotLimit() {}

  /** How many on-demand VMs may be rented at once: max_ondemand. */
  static int onDemandMax(List<Offer> offers) {
    long byType = 0;
    int byMarket = 0;
    for (Offer offer : offers) {
      if (!offer.isSpot()) {
        byType += offer.limit();
        byMarket = Math.max(byMarket, offer.roomInMarket(0, 0));
      }
    }
    return (int) Math.min(byType, byMarket);
  }

  /** Counted from the same moment as the deadline; 0 means on-demand only. */
  static long of(List<BagTask> tasks, List<Offer> offers, long deadlineMillis, long alphaMillis) {
    int onDemandMax = onDemandMax(offers);
    if (onDemandMax == 0 || tasks.isEmpty()) {
      return 0;
    }
    // Line 1: n = ceil(|B| / max_ondemand).
    int longest = (tasks.size() + onDemandMax - 1) / onDemandMax;
    MachineSpec slowest = slowest(offers);
    long[] runtimes = new long[tasks.size()];
    for (int i = 0; i < runtimes.length; i++) {
      runtimes[i] = tasks.get(i).runtime().millisOn(slowest.type()).orElse(0);
    }
    Arrays.sort(runtimes);
    // Lines 2 to 7: the n longest on the slowest VM's cores, longest first.
    long[] coreEnds = new long[slowest.cores()];
    long makespan = 0;
    for (int i = 0; i < longest; i++) {
      int first = 0;
      for (int c = 1; c < coreEnds.length; c++) {
        if (coreEnds[c] < coreEnds[first]) {
          first = c;
        }
      }
      coreEnds[first] += runtimes[runtimes.length - 1 - i];
      makespan = Math.max(makespan, coreEnds[first]);
    }
    return Math.max(deadlineMillis - (makespan + alphaMillis), 0);
  }

  /** The fewest Gflops; where nobody has measured them, the fewest cores. */
  private static MachineSpec slowest(List<Offer> offers) {
    Offer slowest = offers.get(0);
    for (Offer offer : offers) {
      int byGflops = Double.compare(offer.gflops(), slowest.gflops());
      boolean slower =
          byGflops < 0 || (byGflops == 0 && offer.machine().cores() < slowest.machine().cores());
      if (slower) {
        slowest = offer;
      }
    }
    return slowest.machine();
  }
}
