package io.windhover.core.step;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.TreeMap;

/**
 * An ordered set of ints kept as ranges: a million waiting tasks are one entry, and taking them
 * from the front stays one entry.
 */
final class IntRanges {
  /** First of a range to the one after its last. */
  private final TreeMap<Integer, Integer> endByStart = new TreeMap<>();

  private int size;

  int size() {
    return size;
  }

  void addRange(int start, int end) {
    if (start >= end) {
      return;
    }
    Map.Entry<Integer, Integer> before = endByStart.lowerEntry(end);
    if (before != null && before.getValue() > start) {
      throw new IllegalStateException("already there: part of " + start + " to " + end);
    }
    Integer joinedEnd = endByStart.remove(end);
    boolean joins = before != null && before.getValue() == start;
    endByStart.put(joins ? before.getKey() : start, joinedEnd == null ? end : joinedEnd);
    size += end - start;
  }

  boolean contains(int value) {
    Map.Entry<Integer, Integer> range = endByStart.floorEntry(value);
    return range != null && value < range.getValue();
  }

  void add(int value) {
    addRange(value, value + 1);
  }

  void remove(int value) {
    Map.Entry<Integer, Integer> range = endByStart.floorEntry(value);
    if (range == null || value >= range.getValue()) {
      throw new IllegalStateException("not there: " + value);
    }
    int start = range.getKey();
    int end = range.getValue();
    if (start == value) {
      endByStart.remove(start);
    } else {
      endByStart.put(start, value);
    }
    if (value + 1 < end) {
      endByStart.put(value + 1, end);
    }
    size--;
  }

  void clear() {
    endByStart.clear();
    size = 0;
  }

  PrimitiveIterator.OfInt iterator() {
    return iterator(size);
  }

  /** The first of them, as many as are asked for. */
  PrimitiveIterator.OfInt iterator(int limit) {
    return new PrimitiveIterator.OfInt() {
      private int left = limit;
      private Map.Entry<Integer, Integer> range = endByStart.firstEntry();
      private int next = range == null ? 0 : range.getKey();

      @Override
      public boolean hasNext() {
        return range != null && left > 0;
      }

      @Override
      public int nextInt() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        left--;
        int value = next++;
        if (next == range.getValue()) {
          range = endByStart.higherEntry(range.getKey());
          next = range == null ? 0 : range.getKey();
        }
        return value;
      }
    };
  }
}
