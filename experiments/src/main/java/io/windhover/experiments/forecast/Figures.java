package io.windhover.experiments.forecast;

import io.windhover.experiments.paper.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The numbers of all runs of a deadline in which the work was done, in time or late; money in
 * dollars. Percentiles lie linearly between neighbours.
 *
 * @param costError standard error of the mean cost
 * @param hibernations of machines, on average; terminations and notices likewise
 * @param storageMean the part of the mean cost that frozen machines take up
 * @param mix average over the runs, also over those that rented none of a kind
 */
public record Figures(
    double costMean,
    double costError,
    double costP5,
    double costMedian,
    double costP95,
    double costMax,
    double makespanMeanMillis,
    double makespanP95Millis,
    double hibernations,
    double terminations,
    double notices,
    double storageMean,
    List<Use> mix) {
  public Figures {
    mix = List.copyOf(mix);
  }

  /** Of one run at least. */
  static Figures of(List<Outcome> done) {
    Sample costs = sample(done, Outcome::dollars);
    Sample makespans = sample(done, Outcome::makespanMillis);
    return new Figures(
        costs.mean(),
        costs.deviation() / Math.sqrt(costs.size()),
        costs.percentile(5),
        costs.median(),
        costs.percentile(95),
        costs.percentile(100),
        makespans.mean(),
        makespans.percentile(95),
        sample(done, Outcome::hibernations).mean(),
        sample(done, Outcome::terminations).mean(),
        sample(done, Outcome::notices).mean(),
        sample(done, Outcome::storageDollars).mean(),
        mix(done));
  }

  private static Sample sample(List<Outcome> done, ToDoubleFunction<Outcome> value) {
    return Sample.of(done.stream().mapToDouble(value).toArray());
  }

  private static List<Use> mix(List<Outcome> done) {
    SortedMap<String, List<Use>> kinds = new TreeMap<>();
    for (Outcome outcome : done) {
      for (Use use : outcome.uses()) {
        String kind = use.type() + " " + use.market();
        kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(use);
      }
    }
    return kinds.values().stream().map(uses -> average(uses, done.size())).toList();
  }

  private static Use average(List<Use> uses, int runs) {
    return new Use(
        uses.get(0).type(),
        uses.get(0).market(),
        sum(uses, Use::count) / runs,
        sum(uses, Use::hours) / runs,
        sum(uses, Use::dollars) / runs);
  }

  private static double sum(List<Use> uses, ToDoubleFunction<Use> value) {
    return Sample.of(uses.stream().mapToDouble(value).toArray()).sum();
  }
}
