package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Setup;
import io.windhover.simulator.KillOrder;
import java.util.List;

/**
 * How much is run.
 *
 * @param seeds of everything that stands in a figure of the paper
 * @param whole whether every cluster and every point of the sweeps is run
 */
record Scope(int seeds, boolean whole) {
  private static final int SEEDS = 10;
  private static final int SEEDS_QUICK = 1;

  /** The engine's own order first. */
  static final List<KillOrder> KILL_ORDERS = List.of(KillOrder.NEWEST, KillOrder.OLDEST);

  static Scope of(Setup setup) {
    return new Scope(setup.seeds(SEEDS, SEEDS_QUICK), !setup.quick());
  }

  /** The clusters of Figure 9. */
  List<Supply> clusters() {
    return Supply.ALL;
  }

  /** The clusters whose statistics are compared with the published ones. */
  List<Supply> measured() {
    return whole ? Supply.MEASURED : List.of(Supply.C2, Supply.C8);
  }
}
