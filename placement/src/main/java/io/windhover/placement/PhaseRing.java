package io.windhover.placement;

import java.util.Arrays;

/**
 * Preemptible instances by the phase of the clock at which their billing periods begin. Going
 * backwards from the present phase meets them in the order of their seconds into the period, at any
 * moment and without any upkeep as time passes.
 */
final class PhaseRing {
  private static final int BUCKETS_MAX = 1 << 14;
  private static final int[] EMPTY = {};

  private final InstanceTable instances;
  private final long periodMillis;
  private final int buckets;
  private int[][] members = {};
  private int[] sizes = {};
  private long[] occupied = {};

  PhaseRing(InstanceTable instances) {
    this.instances = instances;
    this.periodMillis = instances.billingPeriodMillis;
    this.buckets = (int) Math.min(BUCKETS_MAX, periodMillis);
  }

  int bucketOf(long phaseMillis) {
    return (int) Math.min(buckets - 1, (double) phaseMillis / periodMillis * buckets);
  }

  void add(int instance) {
    if (members.length == 0) {
      members = new int[buckets][];
      Arrays.fill(members, EMPTY);
      sizes = new int[buckets];
      occupied = new long[(buckets + 63) / 64];
    }
    int bucket = bucketOf(instances.phaseMillis[instance]);
    int size = sizes[bucket]++;
    if (size == members[bucket].length) {
      members[bucket] = Arrays.copyOf(members[bucket], Math.max(4, size * 2));
    }
    members[bucket][size] = instance;
    instances.ringPosition[instance] = size;
    occupied[bucket >> 6] |= 1L << bucket;
  }

  void remove(int instance) {
    int bucket = bucketOf(instances.phaseMillis[instance]);
    int last = --sizes[bucket];
    int moved = members[bucket][last];
    members[bucket][instances.ringPosition[instance]] = moved;
    instances.ringPosition[moved] = instances.ringPosition[instance];
    if (last == 0) {
      occupied[bucket >> 6] &= ~(1L << bucket);
    }
  }

  int size(int bucket) {
    return sizes.length == 0 ? 0 : sizes[bucket];
  }

  int member(int bucket, int at) {
    return members[bucket][at];
  }

  /** The next occupied bucket at or below this one; -1 when there is none. */
  int occupiedAtOrBelow(int bucket) {
    if (bucket < 0 || occupied.length == 0) {
      return -1;
    }
    int word = bucket >> 6;
    long bits = occupied[word] & (-1L >>> (63 - (bucket & 63)));
    while (bits == 0) {
      if (--word < 0) {
        return -1;
      }
      bits = occupied[word];
    }
    return (word << 6) + 63 - Long.numberOfLeadingZeros(bits);
  }

  /** No phase in the bucket is above this. */
  long phaseMillisMax(int bucket) {
    return (long) ((bucket + 1) * ((double) periodMillis / buckets)) + 1;
  }

  int buckets() {
    return buckets;
  }
}
