package io.windhover.experiments.arena;

import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What came of a case: every run of everybody who took part.
 *
 * @param boundDollars the mean over the market seeds
 */
record CaseResults(ArenaCase one, double boundDollars, Map<String, List<ArenaResult>> byPolicy) {
  CaseResults {
    byPolicy = new TreeMap<>(byPolicy);
  }

  List<ArenaResult> of(String policy) {
    return byPolicy.getOrDefault(policy, List.of());
  }

  boolean tookPart(String policy) {
    return byPolicy.containsKey(policy);
  }

  /** The mean over the seeds; not a number when a run broke or there was none. */
  double dollars(String policy) {
    double[] dollars = of(policy).stream().mapToDouble(ArenaResult::dollars).toArray();
    return dollars.length == 0 ? Double.NaN : Sample.of(dollars).mean();
  }

  int lateRuns(String policy) {
    return (int) of(policy).stream().filter(run -> !run.inTime()).count();
  }

  /** The rival that kept every deadline for the least money, chosen afterwards. */
  Optional<String> bestRival(String otherThan) {
    return inTime().stream().filter(rival -> !rival.equals(otherThan)).findFirst();
  }

  /** Rivals that were never late, the cheapest first. */
  private List<String> inTime() {
    return one.rivals().stream()
        .filter(rival -> tookPart(rival) && lateRuns(rival) == 0)
        .sorted((a, b) -> Double.compare(dollars(a), dollars(b)))
        .toList();
  }

  OptionalDouble overBest(String policy) {
    return over(policy, bestRival(policy));
  }

  /** Compared with the cheapest rival in time that rents nothing but on-demand machines. */
  OptionalDouble overOnDemand(String policy) {
    return over(policy, inTime().stream().filter(Contestants::isOnDemandOnly).findFirst());
  }

  private OptionalDouble over(String policy, Optional<String> other) {
    double dollars = dollars(policy);
    return other.isEmpty() || Double.isNaN(dollars) || !(dollars(other.get()) > 0)
        ? OptionalDouble.empty()
        : OptionalDouble.of(dollars / dollars(other.get()));
  }

  OptionalDouble overBound(String policy) {
    double dollars = dollars(policy);
    return Double.isNaN(dollars) || boundDollars <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(dollars / boundDollars);
  }

  /** What to type to have it done again. */
  String command(String policy) {
    return "windhover reproduce arena --case %s --policies %s%s"
        .formatted(one.id(), policy, one.family().recorded() ? " --data DIR" : "");
  }
}
