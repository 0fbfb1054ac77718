package io.windhover.experiments.hads;

import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The runs of one case, seed 1 first. */
record Runs(List<Measured> all) {
  Runs {
    all = List.copyOf(all);
  }

  Sample sample(ToDoubleFunction<Measured> value) {
    return Sample.of(all.stream().mapToDouble(value).toArray());
  }

  double mean(ToDoubleFunction<Measured> value) {
    return sample(value).mean();
  }

  double sum(ToDoubleFunction<Measured> value) {
    return sample(value).sum();
  }

  int late() {
    return (int) all.stream().filter(run -> !run.inTime()).count();
  }

  /** So many of a hundred; of nothing there is no share. */
  static double percent(double part, double whole) {
    return whole == 0 ? Row.NOTHING_TO_COUNT : 100 * part / whole;
  }
}
