package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Setup;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.harvest.Allocation;
import io.windhover.workload.generate.HarvestWork;
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

  private static final int JOBS_QUICK = 12;
  private static final int SWEEP_SHARE = 3;
  private static final int MAP_SHARE = 5;
  private static final int RENTED_SHARE = 3;
  private static final int RENTED_JOBS = 120;
  private static final int RENTED_JOBS_QUICK = 12;

  private static final GainMap.Width NARROW = new GainMap.Width(5, 10, 50);
  private static final GainMap.Width USUAL = new GainMap.Width(20, 40, 50);
  private static final GainMap.Width WIDE = new GainMap.Width(60, 120, 20);

  /** The engine's own order first. */
  static final List<KillOrder> KILL_ORDERS = List.of(KillOrder.NEWEST, KillOrder.OLDEST);

  static Scope of(Setup setup) {
    return new Scope(setup.seeds(SEEDS, SEEDS_QUICK), !setup.quick());
  }

  /** The standard setting; with fewer jobs when quick. */
  Case standard(String policy, Supply supply, KillOrder order) {
    HarvestWork work = supply.work();
    return Case.of(policy, supply, order, whole ? work : work.withJobs(JOBS_QUICK, 20, 40));
  }

  /** Of the standard setting. */
  int jobs() {
    return whole ? HarvestWork.STANDARD.jobs() : JOBS_QUICK;
  }

  /** The clusters of Figure 9. */
  List<Supply> clusters() {
    return whole ? Supply.ALL : List.of(Supply.C1, Supply.C2, Supply.C4, Supply.C8, Supply.WIND);
  }

  /** The clusters whose statistics are compared with the published ones. */
  List<Supply> measured() {
    return whole ? Supply.MEASURED : List.of(Supply.C2, Supply.C8);
  }

  /** On C8 tasks write a great many checkpoints. */
  List<Supply> rivalClusters() {
    return whole ? List.of(Supply.C2, Supply.C8) : List.of(Supply.C2);
  }

  int sweepSeeds() {
    return Math.max(1, seeds / SWEEP_SHARE);
  }

  int mapSeeds() {
    return Math.max(1, seeds / MAP_SHARE);
  }

  /** Of Figure 12. */
  List<Long> longestMinutes() {
    return whole ? List.of(10L, 20L, 40L, 75L, 120L, 180L) : List.of(20L, 75L);
  }

  /** Of Figure 14. */
  List<Double> loads() {
    return whole ? List.of(0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0) : List.of(0.3, 0.7);
  }

  /** Of Figure 15. */
  List<Integer> errorPercents() {
    return whole ? List.of(-50, -20, -10, 0, 10, 20, 50, 100) : List.of(-20, 20);
  }

  List<Double> mapLoads() {
    return whole ? List.of(0.3, 0.5, 0.7, 0.85, 0.95) : List.of(0.3, 0.85);
  }

  List<Long> mapMinutes() {
    return whole ? List.of(20L, 40L, 75L, 120L, 240L) : List.of(20L, 120L);
  }

  List<GainMap.Width> widths() {
    return whole ? List.of(NARROW, USUAL, WIDE) : List.of(NARROW);
  }

  /** How long the trace of Figures 3, 7 and 13 is. */
  int days() {
    return whole ? 15 : 3;
  }

  /** Of runs on rented machines, which take the whole provider with them. */
  int rentedSeeds() {
    return Math.max(1, seeds / RENTED_SHARE);
  }

  /** So that the acquirer has some hours to show what it can do. */
  int rentedJobs() {
    return whole ? RENTED_JOBS : RENTED_JOBS_QUICK;
  }

  List<Allocation> allocations() {
    return whole ? List.of(Allocation.values()) : List.of(Allocation.RANDOM);
  }

  /** Of the acquirer. */
  List<Integer> epochMinutes() {
    return whole ? List.of(30, 60, 120) : List.of(60);
  }
}
