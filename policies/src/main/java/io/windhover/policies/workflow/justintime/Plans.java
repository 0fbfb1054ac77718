package io.windhover.policies.workflow.justintime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plans that a job of one class may be given.
 *
 * @param usual task by task
 * @param whole by type: all on one machine; null where that takes too long
 * @param usualNanos the busy cost of the usual plan
 */
record Plans(ClassPlan usual, List<@Nullable ClassPlan> whole, double usualNanos) {
  static Plans of(ClassPlan usual, WorkClass work, Terms terms, List<@Nullable ClassPlan> whole) {
    double nanos = 0;
    for (int node = 0; node < work.dag().size(); node++) {
      int type = usual.types()[node];
      nanos += work.dag().count(node) * terms.laneNanos(type, work.dag().millis(node, type));
    }
    return new Plans(usual, whole, nanos);
  }
}
