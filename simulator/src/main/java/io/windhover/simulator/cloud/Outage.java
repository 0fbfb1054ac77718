package io.windhover.simulator.cloud;

/** A time span in which spot machines of a type cannot be had, from a recorded trace. */
public record Outage(String type, long fromMillis, long toMillis) {
  public Outage {
    if (fromMillis < 0 || toMillis <= fromMillis) {
      throw new IllegalArgumentException(
          "outage of %s from %d ms to %d ms".formatted(type, fromMillis, toMillis));
    }
  }
}
