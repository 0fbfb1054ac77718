package io.windhover.experiments.scs;

import io.windhover.experiments.paper.PastRuns;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes runs, or finds them among those that were made before. */
record Past(PastRuns runs) {
  Measured measured(String name, Supplier<Measured> run) {
    return of(name, run, Measured::text, Measured::parse);
  }

  double dollars(String name, Supplier<Double> bound) {
    return of(name, bound, String::valueOf, Past::number);
  }

  private <T> T of(
      String name,
      Supplier<T> make,
      Function<T, String> write,
      Function<String, Optional<T>> read) {
    Optional<T> found = runs.result(name).flatMap(read);
    if (found.isPresent()) {
      return found.get();
    }
    T made = make.get();
    runs.add(name, write.apply(made));
    return made;
  }

  private static Optional<Double> number(String text) {
    try {
      return Optional.of(Double.valueOf(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
