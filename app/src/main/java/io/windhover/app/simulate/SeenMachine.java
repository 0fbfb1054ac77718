package io.windhover.app.simulate;

import io.windhover.core.harvest.HarvestTrace.Step;
import java.util.List;

/**
 * A harvest machine as a run saw it.
 *
 * @param name of the trace; after an eviction another machine may have the same name
 * @param steps its sizes; one of 0 cores is its end
 */
public record SeenMachine(int id, String name, List<Step> steps) {
  public SeenMachine {
    steps = List.copyOf(steps);
  }

  /** Whether it has cores at some moment of this span. */
  public boolean isThere(long fromMillis, long toMillis) {
    return thereMillis(toMillis) > thereMillis(fromMillis);
  }

  /** How long it was there before this moment. */
  long thereMillis(long untilMillis) {
    long sum = 0;
    for (int i = 0; i < steps.size(); i++) {
      sum += steps.get(i).cores() > 0 ? millis(i, untilMillis) : 0;
    }
    return sum;
  }

  /** The same for each of its cores. */
  long coreMillis(long untilMillis) {
    long sum = 0;
    for (int i = 0; i < steps.size(); i++) {
      sum += steps.get(i).cores() * millis(i, untilMillis);
    }
    return sum;
  }

  private long millis(int step, long untilMillis) {
    long end = step + 1 < steps.size() ? steps.get(step + 1).atMillis() : untilMillis;
    return Math.max(0, Math.min(end, untilMillis) - steps.get(step).atMillis());
  }
}
