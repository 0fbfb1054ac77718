package io.windhover.app.simulate;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.experiments.forecast.Dollars;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What no schedule that does all work in time costs less than.
 *
 * @param nanos empty when no bound is known, or there is no such schedule
 * @param noneInTime no schedule is in time, so that there is nothing to compare a cost with
 */
public record CostBound(OptionalLong nanos, boolean noneInTime) {
  static final CostBound NOT_KNOWN = new CostBound(OptionalLong.empty(), false);
  static final CostBound NONE_IN_TIME = new CostBound(OptionalLong.empty(), true);

  /** For the work of a scenario under a seed. */
  public static CostBound of(Scenario scenario, long seed) {
    return scenario.isStream()
        ? ofStream(scenario, scenario.submissions(seed))
        : ofJob(scenario, scenario.job(seed), seed);
  }

  /** For jobs that come over time. */
  public static CostBound ofStream(Scenario scenario, List<Submission> jobs) {
    if (Submission.kinds(jobs).stream().anyMatch(kind -> isLate(scenario, kind))) {
      return NONE_IN_TIME;
    }
    OptionalLong nanos = StreamBound.nanos(scenario, jobs);
    return nanos.isEmpty() ? NOT_KNOWN : new CostBound(nanos, false);
  }

  /** The better of two: one knows of spot machines, the other of chains and whole periods. */
  public static CostBound ofJob(Scenario scenario, JobSpec job, long seed) {
    CostBound ofStream = ofStream(scenario, List.of(new Submission(0, job)));
    if (ofStream.noneInTime()) {
      return ofStream;
    }
    long ofBag = BagBound.nanos(scenario, job, seed);
    return new CostBound(OptionalLong.of(Math.max(ofBag, ofStream.nanos().orElse(0))), false);
  }

  /** Even with all luck. */
  private static boolean isLate(Scenario scenario, JobSpec job) {
    List<Offer> offers = Hopeful.offers(scenario.catalogue().offers(), scenario.deviations());
    return Obstacle.of(Hopeful.job(job, scenario.deviations()), offers)
        .filter(Obstacle::isLate)
        .isPresent();
  }

  /** How many times the bound it is; empty when there is none, or none to speak of. */
  public Optional<Double> times(long costNanos) {
    OptionalDouble dollars = dollars();
    return dollars.isPresent() && !Dollars.roundsToNothing(dollars.getAsDouble())
        ? Optional.of((double) costNanos / nanos.getAsLong())
        : Optional.empty();
  }

  public OptionalDouble dollars() {
    return nanos.isPresent()
        ? OptionalDouble.of((double) nanos.getAsLong() / Money.NANOS_PER_DOLLAR)
        : OptionalDouble.empty();
  }
}
