package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;

/** The runs of one case, seed by seed. */
record Runs(List<Measured> all) {
  private static final double TAIL = 90;

  Runs {
    all = List.copyOf(all);
  }

  Sample sample(ToDoubleFunction<Measured> value) {
    return Sample.of(all.stream().mapToDouble(value).toArray());
  }

  /** The first seeds: those that another has too. */
  Runs likewise(Runs other) {
    return new Runs(all.subList(0, Math.min(all.size(), other.all().size())));
  }

  /** Each job's completion time as a share of its completion time in other runs (section 4.1). */
  List<Double> ratios(Runs baseline) {
    List<Double> ratios = new ArrayList<>();
    for (int seed = 0; seed < likewise(baseline).all().size(); seed++) {
      ratios.addAll(ratios(all.get(seed), baseline.all().get(seed), (run, job) -> true));
    }
    return ratios;
  }

  private static List<Double> ratios(
      Measured run, Measured baseline, BiPredicate<Measured, Integer> which) {
    List<Double> ratios = new ArrayList<>();
    for (int job = 0; job < run.minutes().size(); job++) {
      if (which.test(run, job)) {
        ratios.add(run.minutes().get(job) / baseline.minutes().get(job));
      }
    }
    return ratios;
  }

  /** The geometric mean over the jobs, for each seed. */
  Sample geomean(Runs baseline) {
    return geomean(baseline, (run, job) -> true);
  }

  /** The same over some of the jobs. */
  Sample geomean(Runs baseline, BiPredicate<Measured, Integer> which) {
    double[] means = new double[likewise(baseline).all().size()];
    for (int seed = 0; seed < means.length; seed++) {
      means[seed] = geomean(ratios(all.get(seed), baseline.all().get(seed), which));
    }
    return Sample.of(means);
  }

  static double geomean(List<Double> values) {
    double logs = values.stream().sorted().mapToDouble(StrictMath::log).sum();
    return values.isEmpty() ? 1 : StrictMath.exp(logs / values.size());
  }

  /** "Mean reduction in JCT": by how much the geometric mean lies below 1, in percent. */
  Sample meanReduction(Runs baseline) {
    return percentBelow(geomean(baseline));
  }

  static Sample percentBelow(Sample ratios) {
    return ratios.map(ratio -> 100 * (1 - ratio));
  }

  /** "Reduction in mean JCT", in percent. */
  Sample reductionInMean(Runs baseline) {
    return reduction(baseline, run -> Sample.of(run.minutes()).mean());
  }

  /** "Reduction in p90 JCT", in percent. */
  Sample reductionInTail(Runs baseline) {
    return reduction(baseline, Runs::tailMinutes);
  }

  static double meanMinutes(Measured run) {
    return Sample.of(run.minutes()).mean();
  }

  static double tailMinutes(Measured run) {
    return Sample.of(run.minutes()).percentile(TAIL);
  }

  Sample reduction(Runs baseline, ToDoubleFunction<Measured> value) {
    double[] reductions = new double[likewise(baseline).all().size()];
    for (int seed = 0; seed < reductions.length; seed++) {
      double before = value.applyAsDouble(baseline.all().get(seed));
      double after = value.applyAsDouble(all.get(seed));
      reductions[seed] = 100 * (1 - after / before);
    }
    return Sample.of(reductions);
  }
}
