package io.windhover.app.plan;

import io.windhover.app.simulate.Obstacle;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.List;
import java.util.Optional;

/**
 * No schedule ends before this, counted from the submission.
 *
 * @param job what it is the end of: of several kinds the one that takes longest, of work that is
 *     drawn anew for each seed the longest draw
 */
public record EarliestEnd(long millis, String job) {
  /** On what the policy rents; empty when no job comes at all. */
  public static Optional<EarliestEnd> of(
      Scenario scenario, Policy policy, long firstSeed, int seeds) {
    List<Offer> offers = Obstacle.rentedBy(policy, scenario.catalogue().offers());
    Optional<EarliestEnd> latest = Optional.empty();
    int draws = scenario.sameWorkForEverySeed() ? 1 : seeds;
    for (long seed = firstSeed; seed < firstSeed + draws; seed++) {
      for (JobSpec kind : Submission.kinds(scenario.submissions(seed))) {
        long millis = Obstacle.earliestMillis(kind, offers);
        if (latest.isEmpty() || millis > latest.get().millis()) {
          latest = Optional.of(new EarliestEnd(millis, kind.name()));
        }
      }
    }
    return latest;
  }
}
