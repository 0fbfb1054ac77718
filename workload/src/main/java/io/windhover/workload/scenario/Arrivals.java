package io.windhover.workload.scenario;

import io.windhover.workload.generate.ArrivalPattern;
import java.util.List;

/** When the jobs of a stream come. */
public sealed interface Arrivals {
  /** From the beginning, ascending. */
  long[] millis(long seed);

  /** By chance, at a rate that follows a pattern. */
  record ByPattern(ArrivalPattern pattern, double jobsPerHour, double hours) implements Arrivals {
    @Override
    public long[] millis(long seed) {
      return pattern.arrivalsMillis(jobsPerHour, hours, seed);
    }
  }

  /** As they were written down. */
  record Listed(List<Long> atMillis) implements Arrivals {
    public Listed {
      atMillis = atMillis.stream().sorted().toList();
    }

    @Override
    public long[] millis(long seed) {
      return atMillis.stream().mapToLong(Long::longValue).toArray();
    }
  }
}
