package io.windhover.simulator.record;

/** From one moment of a run to a later one. */
public record Span(long fromMillis, long toMillis) {
  public Span {
    if (toMillis < fromMillis) {
      throw new IllegalArgumentException("from " + fromMillis + " ms to " + toMillis + " ms");
    }
  }

  public long millis() {
    return toMillis - fromMillis;
  }

  /** The part of it that lies in the other one; of length 0 when none does. */
  public Span within(Span other) {
    long from = Math.max(fromMillis, other.fromMillis);
    return new Span(from, Math.max(from, Math.min(toMillis, other.toMillis)));
  }
}
