package io.windhover.app.command;

import io.windhover.app.plan.PlannedMarket;
import io.windhover.experiments.forecast.Advice;
import io.windhover.experiments.forecast.Point;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.Scenario;
import java.util.List;

/**
 * All there is to say about a plan.
 *
 * @param points shortest deadline first
 * @param earliestMillis no schedule ends before this
 */
record PlanReport(
    Scenario scenario,
    PolicyChoice policy,
    PlannedMarket market,
    int tasks,
    long firstSeed,
    int seeds,
    List<Point> points,
    List<Beside> besides,
    long earliestMillis,
    Advice advice,
    double wallSeconds) {
  /** What to expect of another policy, for the same deadlines. */
  record Beside(String policy, List<Point> points) {
    Beside {
      points = List.copyOf(points);
    }
  }
}
