package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The runs of one case, draw by draw. */
record Runs(List<Long> seeds, List<Measured> all) {
  Runs {
    seeds = List.copyOf(seeds);
    all = List.copyOf(all);
  }

  Sample sample(ToDoubleFunction<Measured> value) {
    return Sample.of(all.stream().mapToDouble(value).toArray());
  }

  double mean(ToDoubleFunction<Measured> value) {
    return sample(value).mean();
  }

  /** What a cell costs: the mean over its draws. */
  double dollars() {
    return mean(Measured::dollars);
  }

  long jobs() {
    return all.stream().mapToLong(Measured::jobs).sum();
  }

  long late() {
    return all.stream().mapToLong(Measured::late).sum();
  }

  boolean allOnTime() {
    return late() == 0;
  }

  double onTimePercent() {
    return jobs() == 0 ? 100 : 100.0 * (jobs() - late()) / jobs();
  }
}
