package io.windhover.experiments.scs;

import io.windhover.core.model.Money;
import io.windhover.simulator.record.TypeUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where the difference of two costs arises. */
final class Why {
  /** Smaller differences, in dollars, explain nothing. */
  private static final double NOTHING = 0.005;

  private record Part(String name, double dollars) {
    String text() {
      return String.format(Locale.ROOT, "%s %+.2f", name, dollars);
    }
  }

  private Why() {}

  /** What the first costs more than the second on the mean of the same draws, largest first. */
  static String of(Runs dearer, Runs cheaper) {
    SortedMap<String, Double> idle = idle(dearer);
    idle(cheaper).forEach((type, dollars) -> idle.merge(type, -dollars, Double::sum));
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("work", work(dearer) - work(cheaper)));
    idle.forEach((type, dollars) -> parts.add(new Part(type + " idle", dollars)));
    parts.sort(
        Comparator.comparing((Part part) -> -Math.abs(part.dollars())).thenComparing(Part::name));
    List<String> said =
        parts.stream().filter(part -> Math.abs(part.dollars()) >= NOTHING).map(Part::text).toList();
    double all = dearer.dollars() - cheaper.dollars();
    return new Part("all", all).text() + " USD = " + String.join(", ", said);
  }

  private static double work(Runs runs) {
    return runs.mean(run -> run.use().stream().mapToDouble(Why::workDollars).sum());
  }

  private static SortedMap<String, Double> idle(Runs runs) {
    SortedMap<String, Double> dollars = new TreeMap<>();
    for (Measured run : runs.all()) {
      for (TypeUse use : run.use()) {
        double idle = dollars(use) - workDollars(use);
        dollars.merge(use.type(), idle / runs.all().size(), Double::sum);
      }
    }
    return dollars;
  }

  private static double workDollars(TypeUse use) {
    return dollars(use) * use.utilisation();
  }

  private static double dollars(TypeUse use) {
    return (double) use.costNanos() / Money.NANOS_PER_DOLLAR;
  }
}
