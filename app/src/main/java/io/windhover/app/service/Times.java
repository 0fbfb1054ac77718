package io.windhover.app.service;

import java.util.concurrent.atomic.LongAdder;

/** How long something took, in buckets whose bounds double from 8 microseconds to 4 seconds. */
public final class Times {
  private static final int BUCKETS = 20;
  private static final long FIRST_NANOS = 8_000;

  private final LongAdder[] counts = new LongAdder[BUCKETS + 1];
  private final LongAdder sumNanos = new LongAdder();

  Times() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  void add(long nanos) {
    int bucket = 0;
    while (bucket < BUCKETS && nanos > FIRST_NANOS << bucket) {
      bucket++;
    }
    counts[bucket].increment();
    sumNanos.add(nanos);
  }

  public int buckets() {
    return BUCKETS;
  }

  /** The upper bound of a bucket. */
  public double seconds(int bucket) {
    return (FIRST_NANOS << bucket) / 1e9;
  }

  /** How many fell into a bucket; into none of them for the number behind the last. */
  public long count(int bucket) {
    return counts[bucket].sum();
  }

  public double sumSeconds() {
    return sumNanos.sum() / 1e9;
  }
}
