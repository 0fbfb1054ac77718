package io.windhover.experiments.arena;

import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * How a policy did in a family: geometric means over the cases, of each the mean of its seeds.
 *
 * @param within the share of cases at most {@link #NEAR} times as dear as their best rival
 */
record FamilyFigures(
    String family,
    String policy,
    int cases,
    int runs,
    int lateRuns,
    double overBound,
    double overOnDemand,
    double overBest,
    double within) {
  static final double NEAR = 1.25;

  static FamilyFigures of(String family, String policy, List<CaseResults> cases) {
    List<CaseResults> taken = cases.stream().filter(one -> one.tookPart(policy)).toList();
    double[] overBest = values(taken, one -> one.overBest(policy));
    long near = Arrays.stream(overBest).filter(ratio -> ratio <= NEAR).count();
    return new FamilyFigures(
        family,
        policy,
        taken.size(),
        taken.stream().mapToInt(one -> one.of(policy).size()).sum(),
        taken.stream().mapToInt(one -> one.lateRuns(policy)).sum(),
        geometricMean(values(taken, one -> one.overBound(policy))),
        geometricMean(values(taken, one -> one.overOnDemand(policy))),
        geometricMean(overBest),
        overBest.length == 0 ? Row.NOTHING_TO_COUNT : (double) near / overBest.length);
  }

  private static double[] values(
      List<CaseResults> cases, Function<CaseResults, OptionalDouble> ratio) {
    return cases.stream()
        .map(ratio)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  static double geometricMean(double[] values) {
    return values.length == 0
        ? Row.NOTHING_TO_COUNT
        : StrictMath.exp(Sample.of(values).map(StrictMath::log).mean());
  }

  Row row(String figure) {
    return Row.of(figure, family, policy, "over best rival", overBest, "x")
        .with("cases", cases)
        .with("runs", runs)
        .with("lateRuns", lateRuns)
        .with("overBound", counted(overBound))
        .with("overOnDemand", counted(overOnDemand))
        .with("nearPercent", counted(100 * within));
  }

  private static Object counted(double value) {
    return Double.isNaN(value) ? "" : (Object) value;
  }
}
