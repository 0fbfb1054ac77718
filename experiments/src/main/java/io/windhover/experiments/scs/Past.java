package io.windhover.experiments.scs;

import io.windhover.experiments.paper.PastRuns;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes runs, or finds them among those that were made before. */
record Past(PastRuns runs) {
  Measured measured(String name, Supplier<Measured> run) {
    return runs.result(name)
        .flatMap(Measured::parse)
        .orElseGet(
            () -> {
              Measured made = run.get();
              runs.add(name, made.text());
              return made;
            });
  }

  double dollars(String name, Supplier<Double> bound) {
    return runs.result(name)
        .flatMap(Past::number)
        .orElseGet(
            () -> {
              double made = bound.get();
              runs.add(name, String.valueOf(made));
              return made;
            });
  }

  private static Optional<Double> number(String text) {
    try {
      return Optional.of(Double.valueOf(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
