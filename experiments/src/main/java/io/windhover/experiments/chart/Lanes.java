package io.windhover.experiments.chart;

import io.windhover.simulator.record.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Things that last, in as few lanes as keep them apart: each takes the lowest lane that is free
 * when it begins.
 */
final class Lanes {
  private final List<Long> freeFromMillis = new ArrayList<>();

  /** Takes a lane for something; in the order of their beginnings, no lane is wasted. */
  int put(Span span) {
    for (int lane = 0; lane < freeFromMillis.size(); lane++) {
      if (freeFromMillis.get(lane) <= span.fromMillis()) {
        freeFromMillis.set(lane, span.toMillis());
        return lane;
      }
    }
    freeFromMillis.add(span.toMillis());
    return freeFromMillis.size() - 1;
  }

  int count() {
    return freeFromMillis.size();
  }
}
