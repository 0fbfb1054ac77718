package io.windhover.app.simulate;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.bag.bound.LowerBound;
import io.windhover.simulator.cloud.Outage;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the cost of a run is to be compared with, on the same work and the same seed.
 *
 * @param onDemandCycleNanos on-demand machines only, each paid to the end of its allocation cycle;
 *     empty when it cannot be done so
 * @param onDemandReleaseNanos the same, each given back at once
 * @param lowerBoundNanos no schedule that ends in time costs less
 */
public record References(
    OptionalLong onDemandCycleNanos, OptionalLong onDemandReleaseNanos, long lowerBoundNanos) {
  private static final String ON_DEMAND = "on-demand";

  public static References of(Scenario scenario, JobSpec job, long seed) {
    return new References(
        onDemandOnly(scenario, job, seed, "cycle"),
        onDemandOnly(scenario, job, seed, "at-once"),
        lowerBoundNanos(scenario, job, seed));
  }

  private static OptionalLong onDemandOnly(
      Scenario scenario, JobSpec job, long seed, String release) {
    Policy policy =
        PolicyRegistry.make(
            ON_DEMAND,
            new TreeMap<>(Map.of("release", release)),
            PolicyRegistry.Machines.COME_AND_GO);
    ScenarioRun run = ScenarioRun.of(scenario, job, policy, seed, Recorder.totals());
    return run.record().succeeded()
        ? OptionalLong.of(run.record().costNanos())
        : OptionalLong.empty();
  }

  /** A deadline that never comes leaves all the time there is. */
  static long lowerBoundNanos(Scenario scenario, JobSpec job, long seed) {
    List<Offer> offers = scenario.catalogue().offers();
    long deadlineMillis = job.deadline().atMillis(0);
    List<Outage> outages = ScenarioRun.market(scenario, seed).certainOutages(deadlineMillis);
    List<Offer> sooner = Hopeful.offers(offers, scenario.deviations());
    return LowerBound.nanos(
        Hopeful.job(job, scenario.deviations()),
        sooner,
        deadlineMillis,
        spotMillis(sooner, deadlineMillis, outages));
  }

  /**
   * For each type with outages, how long its spot machines can work between the end of a launch at
   * the start and the deadline.
   */
  static SortedMap<String, Long> spotMillis(
      List<Offer> offers, long deadlineMillis, List<Outage> outages) {
    SortedMap<String, Long> left = new TreeMap<>();
    for (Offer offer : offers) {
      if (!offer.isSpot()) {
        continue;
      }
      long readyMillis = offer.startUpMillis();
      for (Outage outage : outages) {
        if (outage.type().equals(offer.machine().type())) {
          long from = Math.max(readyMillis, outage.fromMillis());
          long to = Math.min(deadlineMillis, outage.toMillis());
          left.putIfAbsent(outage.type(), Math.max(0, deadlineMillis - readyMillis));
          left.merge(outage.type(), Math.max(0, to - from), (some, lost) -> some - lost);
        }
      }
    }
    return left;
  }
}
