package io.windhover.app.simulate;

import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Happening;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.harvest.HarvestCloud;
import io.windhover.simulator.harvest.HarvestStory;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One run on harvest machines.
 *
 * @param machines that were there, in the order in which they came
 */
public record HarvestRun(HarvestTotals totals, RunRecord record, List<SeenMachine> machines) {
  private static final long STEPS_MAX = 50_000_000;
  private static final int RENTED_MAX = 10_000;

  public HarvestRun {
    machines = List.copyOf(machines);
  }

  /**
   * The same setting means the same machines and jobs, whoever decides. A policy that rents its
   * machines finds none there; it asks for them in the same cluster.
   */
  public static HarvestRun of(
      HarvestSetting setting, Policy policy, Recorder recorder, Simulation.Observer watcher) {
    boolean rents = policy.traits().contains(Trait.RENTS_MACHINES);
    List<Happening> all = new ArrayList<>();
    if (!rents) {
      all.addAll(HarvestStory.happenings(setting.trace(), setting.prices()));
    }
    for (Submission job : setting.jobs()) {
      all.add(new Happening.JobArrives(job.atMillis(), job.spec()));
    }
    var meter = new HarvestMeter(setting.jobs().size());
    List<Offer> offers =
        rents ? HarvestCloud.harvestOffers(setting.prices(), RENTED_MAX) : List.of();
    Cloud cloud =
        rents
            ? setting.provider()
            : new ModelledCloud(MarketProcess.calm(), setting.scenario().checkpoints());
    var settings =
        new Simulation.Settings(offers, cloud, STEPS_MAX, horizonMillis(setting))
            .killing(killOrder(setting.scenario().killOrder()));
    Simulation.Observer each =
        (batch, decision, world) -> {
          meter.stepped(batch, decision, world);
          recorder.stepped(batch, decision, world);
          watcher.stepped(batch, decision, world);
        };
    World world = new Simulation(policy, new Story(all, setting.fate()), settings, each).run();
    return new HarvestRun(HarvestTotals.of(meter, world), recorder.record(world), meter.machines());
  }

  private static KillOrder killOrder(String text) {
    return Arrays.stream(KillOrder.values())
        .filter(order -> order.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("kill order " + text));
  }

  /** When the trace is over machines stay as they are; one core could do all by then, twice. */
  private static long horizonMillis(HarvestSetting setting) {
    long serialMillis = 0;
    long lastMillis = setting.trace().endMillis();
    for (Submission job : setting.jobs()) {
      lastMillis = Math.max(lastMillis, job.atMillis());
      for (TaskGroup group : job.spec().groups()) {
        serialMillis += Math.max(0, group.runtime().anyTypeMillis()) * group.count();
      }
    }
    return lastMillis + 2 * serialMillis;
  }
}
