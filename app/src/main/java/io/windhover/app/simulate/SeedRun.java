package io.windhover.app.simulate;

import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A scenario under one of many seeds.
 *
 * @param record its totals; empty when the work was not done
 * @param undone why it was not
 */
public record SeedRun(
    long seed, Optional<RunRecord> record, Optional<String> undone, References references) {
  /**
   * One run for each seed from the first on, on all processors, in the order of the seeds.
   *
   * @param late whether a job is done even if it cannot be in time
   */
  public static List<SeedRun> each(
      Scenario scenario, Policy policy, boolean late, long firstSeed, int count) {
    JobSpec firstJob = scenario.job(firstSeed);
    // On-demand machines meet no misfortune, and the bound knows of none that depends on a seed.
    Optional<References> forAll =
        scenario.onlyTheMarketVaries()
            ? Optional.of(References.of(scenario, firstJob, firstSeed))
            : Optional.empty();
    return LongStream.range(firstSeed, firstSeed + count)
        .parallel()
        .mapToObj(seed -> of(scenario, policy, late, seed, forAll))
        .toList();
  }

  private static SeedRun of(
      Scenario scenario, Policy policy, boolean late, long seed, Optional<References> forAll) {
    JobSpec job = scenario.job(seed);
    References references = forAll.orElseGet(() -> References.of(scenario, job, seed));
    Optional<Obstacle> obstacle =
        Obstacle.of(job, scenario.catalogue().offers(), policy)
            .filter(found -> !(late && found.isLate()));
    if (obstacle.isPresent()) {
      return new SeedRun(seed, Optional.empty(), obstacle.map(Obstacle::text), references);
    }
    ScenarioRun run = ScenarioRun.of(scenario, job, policy, seed, Recorder.totals());
    return run.undone().isPresent()
        ? new SeedRun(seed, Optional.empty(), run.undone(), references)
        : new SeedRun(seed, Optional.of(run.record()), Optional.empty(), references);
  }

  public boolean isLate() {
    return record.isPresent() && !record.get().deadlineMet();
  }
}
