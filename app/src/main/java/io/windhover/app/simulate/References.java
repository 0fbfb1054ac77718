package io.windhover.app.simulate;

import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.scenario.Scenario;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What the cost of a run is to be compared with, on the same work and the same seed.
 *
 * @param onDemandCycleNanos on-demand machines only, each paid to the end of its allocation cycle;
 *     empty when it cannot be done so
 * @param onDemandReleaseNanos the same, each given back at once
 * @param bound no schedule that ends in time costs less
 */
public record References(
    OptionalLong onDemandCycleNanos, OptionalLong onDemandReleaseNanos, CostBound bound) {
  private static final String ON_DEMAND = "on-demand";

  public static References of(Scenario scenario, JobSpec job, long seed) {
    return new References(
        onDemandOnly(scenario, job, seed, "cycle"),
        onDemandOnly(scenario, job, seed),
        CostBound.ofJob(scenario, job, seed));
  }

  /** What on-demand machines alone cost, each given back at once; empty when they cannot do it. */
  public static OptionalLong onDemandOnly(Scenario scenario, JobSpec job, long seed) {
    return onDemandOnly(scenario, job, seed, "at-once");
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
}
