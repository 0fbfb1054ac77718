package io.windhover.policies.harvest.own;

/**
 * Durations told apart by a few bounds, each half as long again as the one before or a third:
 * coarser than {@link Rounds}, for what takes long to work out. No horizon of {@link
 * io.windhover.policies.harvest.predict.Drops} lies within one.
 */
final class Octaves {
  private static final long HORIZON_MILLIS = 300_000;

  private final int size;

  Octaves(long longestMillis) {
    size = of(longestMillis) + 1;
  }

  int size() {
    return size;
  }

  /** In which one a duration lies. */
  int of(long durationMillis) {
    int found = 0;
    while (mostMillis(found) <= durationMillis) {
      found++;
    }
    return found;
  }

  long leastMillis(int octave) {
    return octave == 0 ? 0 : mostMillis(octave - 1);
  }

  /** Where the next begins. */
  long mostMillis(int octave) {
    long horizon = (HORIZON_MILLIS / 2) << (octave / 2);
    return octave % 2 == 0 ? horizon : horizon / 2 * 3;
  }
}
