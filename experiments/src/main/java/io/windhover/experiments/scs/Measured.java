package io.windhover.experiments.scs;

import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.TypeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What one run came to, as far as tables and figures ask. */
record Measured(
    double dollars,
    int jobs,
    int onTime,
    double utilisation,
    int launches,
    int releases,
    List<TypeUse> use) {
  private static final String BETWEEN = "\t";
  private static final String WITHIN = ",";
  private static final int OF_ALL = 6;
  private static final int OF_TYPE = 8;

  Measured {
    use = List.copyOf(use);
  }

  static Measured of(RunRecord run) {
    return new Measured(
        (double) run.costNanos() / Money.NANOS_PER_DOLLAR,
        run.jobs().size(),
        (int) run.jobs().stream().filter(JobRecord::deadlineMet).count(),
        run.utilisation(),
        run.launches(),
        run.releases(),
        run.use());
  }

  /** On one line, to be {@linkplain #parse read} again without loss. */
  String text() {
    List<String> parts = new ArrayList<>();
    for (Object one : new Object[] {dollars, jobs, onTime, utilisation, launches, releases}) {
      parts.add(one.toString());
    }
    for (TypeUse one : use) {
      Object[] values = {
        one.type(),
        one.market(),
        one.launches(),
        one.releases(),
        one.paidMillis(),
        one.paidCoreMillis(),
        one.busyCoreMillis(),
        one.costNanos()
      };
      parts.add(String.join(WITHIN, Stream.of(values).map(Object::toString).toList()));
    }
    return String.join(BETWEEN, parts);
  }

  /** Empty when it is not what {@link #text} has written. */
  static Optional<Measured> parse(String text) {
    String[] parts = text.split(BETWEEN, -1);
    if (parts.length < OF_ALL) {
      return Optional.empty();
    }
    try {
      List<TypeUse> use = new ArrayList<>();
      for (int i = OF_ALL; i < parts.length; i++) {
        use.add(use(parts[i].split(WITHIN, -1)));
      }
      return Optional.of(
          new Measured(
              Double.parseDouble(parts[0]),
              Integer.parseInt(parts[1]),
              Integer.parseInt(parts[2]),
              Double.parseDouble(parts[3]),
              Integer.parseInt(parts[4]),
              Integer.parseInt(parts[5]),
              use));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static TypeUse use(String[] values) {
    if (values.length != OF_TYPE) {
      throw new IllegalArgumentException(values.length + " values");
    }
    return new TypeUse(
        values[0],
        Market.valueOf(values[1]),
        Integer.parseInt(values[2]),
        Integer.parseInt(values[3]),
        Long.parseLong(values[4]),
        Long.parseLong(values[5]),
        Long.parseLong(values[6]),
        Long.parseLong(values[7]));
  }

  int late() {
    return jobs - onTime;
  }

  double dollarsPerJob() {
    return dollars / Math.max(1, jobs);
  }
}
