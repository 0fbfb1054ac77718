package io.windhover.experiments.slacksched;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Offer;
import io.windhover.core.step.World;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.harvest.Allocation;
import io.windhover.simulator.harvest.ClusterSpec;
import io.windhover.simulator.harvest.HarvestCloud;
import io.windhover.simulator.harvest.HarvestPrices;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A policy that rents its machines from a provider (sections 4.3 and 4.4).
 *
 * @param allocation where the provider puts what is rented
 * @param trades whether the acquirer trades machines that changed for others
 * @param scales whether the number of machines follows the load
 */
record Rented(
    String policy,
    KillOrder killOrder,
    ClusterSpec cluster,
    Allocation allocation,
    Kind kind,
    boolean trades,
    boolean scales,
    int epochMinutes,
    HarvestWork work) {
  private static final long STEPS_MAX = 20_000_000;
  private static final int NO_LIMIT = 100_000;

  /** Of a spot or a regular machine. */
  private static final int FIXED_CORES = 8;

  /** Where their number follows the load, arrivals begin at a quarter of the most. */
  private static final int BASE_SHARE = 4;

  /** The acquirer's period in the paper. */
  static final int EPOCH_MINUTES = 60;

  /** What is rented. */
  enum Kind {
    HARVEST,
    SPOT,
    REGULAR;

    List<Offer> offers() {
      return switch (this) {
        case HARVEST -> HarvestCloud.harvestOffers(HarvestPrices.USUAL, NO_LIMIT);
        case SPOT -> List.of(HarvestCloud.spotOffer(HarvestPrices.USUAL, FIXED_CORES, NO_LIMIT));
        case REGULAR ->
            List.of(HarvestCloud.regularOffer(HarvestPrices.USUAL, FIXED_CORES, NO_LIMIT));
      };
    }

    /** About as many cores of each kind. */
    int machines() {
      return this == HARVEST ? Supply.MACHINES : 2 * Supply.MACHINES;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Rented by(String other, boolean trading) {
    return new Rented(
        other, killOrder, cluster, allocation, kind, trading, scales, epochMinutes, work);
  }

  Rented every(int minutes) {
    return new Rented(policy, killOrder, cluster, allocation, kind, trades, scales, minutes, work);
  }

  Rented of(Kind other) {
    return new Rented(
        policy, killOrder, cluster, allocation, other, trades, scales, epochMinutes, work);
  }

  /** What came of it, and how the machines were over time. */
  record Outcome(Measured measured, Watch watch) {}

  /**
   * Runs it.
   *
   * @param cores what the work's load is a share of
   */
  Outcome run(double cores, long seed) {
    return run(work.draw(seed, cores), seed);
  }

  private Outcome run(HarvestWork.Drawn drawn, long seed) {
    List<Happening> happenings = new ArrayList<>();
    for (HarvestWork.Submission submission : drawn.submissions()) {
      happenings.add(new Happening.JobArrives(submission.atMillis(), submission.spec()));
    }
    Fate fate = (attempt, group, machine) -> new Fate.Outcome(drawn.trueMillis(attempt.task()), 0);
    var cloud = new HarvestCloud(cluster, allocation, CheckpointCost.HADS, seed);
    var settings = new Simulation.Settings(kind.offers(), cloud, STEPS_MAX).killing(killOrder);
    Recorder recorder = Recorder.everything();
    Watch watch = new Watch(cloud::isOnCalmServer, tradedShare());
    var simulation =
        new Simulation(
            Policies.make(policy, killOrder, settings()),
            new Story(happenings, fate),
            settings,
            (batch, decision, world) -> {
              recorder.stepped(batch, decision, world);
              watch.stepped(batch, decision, world);
            });
    World world = simulation.run();
    return new Outcome(Measured.of(recorder.record(world), drawn), watch);
  }

  private double tradedShare() {
    return trades ? 0.1 : 0;
  }

  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(
        "machines", Integer.toString(scales ? kind.machines() / BASE_SHARE : kind.machines()));
    settings.put("traded", Double.toString(tradedShare()));
    settings.put("scaling", scales ? "on" : "off");
    settings.put("epoch", epochMinutes + "m");
    return settings;
  }
}
