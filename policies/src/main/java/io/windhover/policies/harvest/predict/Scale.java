package io.windhover.policies.harvest.predict;

/**
 * Tells times apart by their length in bits and the few bits after the first, so that neighbours on
 * the scale differ by the same share of their size, from a millisecond to for ever.
 */
public final class Scale {
  private final int bits;

  /** Steps as narrow as the 2^bits-th part of the time. */
  public Scale(int bits) {
    this.bits = bits;
  }

  /** Keys are below this. */
  public int size() {
    return (64 - bits) << bits;
  }

  /** Grows with the time; 0 for none and less. */
  public int key(long millis) {
    if (millis < 1L << bits) {
      return (int) Math.max(0, millis);
    }
    int shift = 63 - bits - Long.numberOfLeadingZeros(millis);
    return (shift << bits) + (int) (millis >>> shift);
  }

  /** The shortest time with this key. */
  public long leastMillis(int key) {
    int shift = Math.max(0, (key >>> bits) - 1);
    return ((long) key - ((long) shift << bits)) << shift;
  }

  /** The longest time with this key. */
  public long mostMillis(int key) {
    return key + 1 < size() ? leastMillis(key + 1) - 1 : Long.MAX_VALUE;
  }
}
