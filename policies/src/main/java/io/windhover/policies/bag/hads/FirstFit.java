package io.windhover.policies.bag.hads;

import java.util.Arrays;

/**
 * Numbers by place, with the question "which is the first place, from here on, whose number is at
 * most this?" answered in logarithmic time: a tree of minima over the places.
 */
final class FirstFit {
  static final int NONE = -1;

  private long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
  private int capacity = 1;
  private int size;

  int size() {
    return size;
  }

  void add(long number) {
    if (size == capacity) {
      grow();
    }
    set(size++, number);
  }

  private void grow() {
    long[] wider = new long[4 * capacity];
    Arrays.fill(wider, Long.MAX_VALUE);
    System.arraycopy(least, capacity, wider, 2 * capacity, capacity);
    capacity *= 2;
    least = wider;
    for (int node = capacity - 1; node > 0; node--) {
      least[node] = Math.min(least[2 * node], least[2 * node + 1]);
    }
  }

  void set(int place, long number) {
    int node = capacity + place;
    least[node] = number;
    for (node /= 2; node > 0; node /= 2) {
      least[node] = Math.min(least[2 * node], least[2 * node + 1]);
    }
  }

  /** The first place whose number is at most the given one, or NONE. */
  int firstAtMost(long number) {
    if (least[1] > number) {
      return NONE;
    }
    int node = 1;
    while (node < capacity) {
      node = least[2 * node] <= number ? 2 * node : 2 * node + 1;
    }
    return node - capacity;
  }
}
