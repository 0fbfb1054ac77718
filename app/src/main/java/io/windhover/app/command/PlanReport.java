package io.windhover.app.command;

import io.windhover.app.plan.ClockTimes;
import io.windhover.app.plan.EarliestEnd;
import io.windhover.app.plan.PlannedMarket;
import io.windhover.experiments.forecast.Advice;
import io.windhover.experiments.forecast.Dollars;
import io.windhover.experiments.forecast.Point;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.JobClass;
import io.windhover.workload.scenario.JobStream;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All there is to say about a plan.
 *
 * @param jobs under the first seed; one, unless it is a stream
 * @param points shortest deadline first
 * @param counted from when deadlines that are moments were counted; empty when all are spans
 */
record PlanReport(
    Scenario scenario,
    PolicyChoice policy,
    PlannedMarket market,
    List<Submission> jobs,
    long firstSeed,
    int seeds,
    List<Point> points,
    List<Beside> besides,
    EarliestEnd earliest,
    Optional<ClockTimes> counted,
    Advice advice,
    double wallSeconds) {
  /** What to expect of another policy, for the same deadlines. */
  record Beside(String policy, List<Point> points) {
    Beside {
      points = List.copyOf(points);
    }
  }

  boolean ofStream() {
    return scenario.isStream();
  }

  /** The names of the classes of a stream; none for a single job. */
  List<String> classes() {
    return scenario.work() instanceof JobStream stream
        ? stream.classes().stream().map(JobClass::name).toList()
        : List.of();
  }

  /** The planned one first. */
  List<Beside> policies() {
    List<Beside> all = new ArrayList<>();
    all.add(new Beside(policy.name(), points));
    all.addAll(besides);
    return all;
  }

  /** Of the policies for which a deadline is sure, the one that is expected to cost least. */
  Optional<Beside> cheapest(int deadline) {
    return policies().stream()
        .filter(one -> one.points().get(deadline).isSure())
        .min(Comparator.comparingDouble(one -> one.points().get(deadline).costMean()));
  }

  /** The cheapest policy for the advised deadline; empty when none is advised. */
  Optional<Beside> cheapestAdvised() {
    return advice.chosen().flatMap(chosen -> cheapest(points.indexOf(chosen)));
  }

  /** A sentence if another policy costs less for the advised deadline. */
  Optional<String> otherPolicy() {
    if (cheapestAdvised().isEmpty()) {
      return Optional.empty();
    }
    Beside cheapest = cheapestAdvised().get();
    Point chosen = advice.chosen().orElseThrow();
    String less = Dollars.shown(cheapest.points().get(points.indexOf(chosen)).costMean());
    return less.equals(Dollars.shown(chosen.costMean()))
        ? Optional.empty()
        : Optional.of(
            "Policy %s would cost less there: %s expected.".formatted(cheapest.policy(), less));
  }
}
