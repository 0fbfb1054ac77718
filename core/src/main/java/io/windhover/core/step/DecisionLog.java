package io.windhover.core.step;

import io.windhover.core.event.Batch;
import io.windhover.core.policy.Decision;
import java.util.stream.Collectors;

/** The text by which two runs are compared: one line a batch, the same for the same story. */
public final class DecisionLog {
  private DecisionLog() {}

  public static String line(Batch batch, Decision decision) {
    return "#%d @%d %s => %s"
        .formatted(
            batch.sequence(), batch.atMillis(), joined(batch.events()), joined(decision.actions()));
  }

  private static String joined(java.util.List<?> things) {
    return things.isEmpty()
        ? "-"
        : things.stream().map(Object::toString).collect(Collectors.joining("; "));
  }
}
