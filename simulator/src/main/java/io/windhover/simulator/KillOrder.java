package io.windhover.simulator;

import io.windhover.core.step.Attempt;
import java.util.Comparator;

/**
 * Which attempts end when a machine has shrunk under them: in this order of their starts, one after
 * the other, until the rest fits. Of attempts that started together the one of the later task
 * counts as the newer, so the two orders are each other's reverse.
 *
 * <p>SlackSched (section 4.1) kills in increasing order of start and calls that YARN's default;
 * YARN 3.5.0 takes the newest first. The difference matters, so every result is shown for both.
 */
public enum KillOrder {
  /** What runs there runs on, even without the room. */
  NONE("none"),
  NEWEST("newest"),
  OLDEST("oldest");

  private static final Comparator<Attempt> BY_START =
      Comparator.comparingLong(Attempt::assignedAtMillis).thenComparing(Attempt::id);

  private final String text;

  KillOrder(String text) {
    this.text = text;
  }

  /** As people and files write it. */
  public String text() {
    return text;
  }

  Comparator<Attempt> comparator() {
    return this == NEWEST ? BY_START.reversed() : BY_START;
  }
}
