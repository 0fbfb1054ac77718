package io.windhover.policies.harvest.predict;

import java.util.Arrays;

/**
 * Spans of time that were seen within a rolling window, with exact counts and sums of those above a
 * bound: the empirical distribution X of section 3.1.1 of SlackSched.
 *
 * <p>Samples lie in a ring in the order they came and, sorted, in an array with prefix sums. A new
 * or expired sample only marks the sorted side as stale; the next question merges what has changed
 * into it, once for however many samples, in O(n). Questions after that take O(log n). At most
 * {@link #SAMPLES_MAX} samples are kept, the oldest go first.
 */
public final class Spans {
  /** Enough for any share to be within half a per cent or so, at under 500 kB. */
  public static final int SAMPLES_MAX = 16_384;

  /** Fine enough for a search to be over after a step or two. */
  private static final Scale COARSE = new Scale(8);

  /** The same where there are many samples; it takes longer to count them for it. */
  private static final Scale FINE = new Scale(12);

  private static final int MANY = 8192;

  /** With fewer samples to choose from, looking at one after the other is quicker. */
  private static final int FEW = 8;

  private final long windowMillis;

  /** The ring: when each sample came, and what it was. */
  private long[] atMillis = new long[64];

  private long[] spanMillis = new long[64];
  private int first;
  private int size;

  private long[] sorted = new long[0];
  private long[] sumUpTo = new long[1];

  /** By key, how many samples have a lower one: a search looks only among those of its own. */
  private int[] guide = new int[2];

  private Scale scale = COARSE;

  /** How many of the oldest that {@link #sorted} holds are no longer in the ring, by value. */
  private long[] gone = new long[16];

  private int goneCount;

  /** How many of the newest in the ring are not yet in {@link #sorted}. */
  private int fresh;

  public Spans(long windowMillis) {
    if (windowMillis < 1) {
      throw new IllegalArgumentException("window of " + windowMillis + " ms");
    }
    this.windowMillis = windowMillis;
  }

  /** Samples come in the order of time. */
  public void add(long nowMillis, long millis) {
    forget(nowMillis);
    if (size == SAMPLES_MAX) {
      dropOldest();
    }
    if (size == atMillis.length) {
      grow();
    }
    int place = (first + size) & (atMillis.length - 1);
    atMillis[place] = nowMillis;
    spanMillis[place] = millis;
    size++;
    fresh++;
  }

  /** Lets go what came a window or longer ago. */
  public void forget(long nowMillis) {
    while (size > 0 && atMillis[first] <= nowMillis - windowMillis) {
      dropOldest();
    }
  }

  private void dropOldest() {
    if (fresh == size) {
      fresh--;
    } else {
      if (goneCount == gone.length) {
        gone = Arrays.copyOf(gone, 2 * goneCount);
      }
      gone[goneCount++] = spanMillis[first];
    }
    first = (first + 1) & (atMillis.length - 1);
    size--;
  }

  private void grow() {
    int old = atMillis.length;
    long[] at = new long[2 * old];
    long[] span = new long[2 * old];
    for (int i = 0; i < size; i++) {
      int place = (first + i) & (old - 1);
      at[i] = atMillis[place];
      span[i] = spanMillis[place];
    }
    atMillis = at;
    spanMillis = span;
    first = 0;
  }

  public int size() {
    return size;
  }

  public long windowMillis() {
    return windowMillis;
  }

  /** When the i-th oldest sample came. */
  long atMillis(int i) {
    return atMillis[(first + i) & (atMillis.length - 1)];
  }

  /** The i-th oldest sample. */
  long spanMillis(int i) {
    return spanMillis[(first + i) & (atMillis.length - 1)];
  }

  /** How many samples are longer than this, strictly. */
  public int above(long millis) {
    return size - rank(millis);
  }

  /** The sum of the samples in (from, to]. */
  public long sumWithin(long fromMillis, long toMillis) {
    return sumOfRanks(rank(fromMillis), rank(toMillis));
  }

  /** The sum of the samples between two ranks that {@link #rank} gave. */
  public long sumOfRanks(int from, int to) {
    return sumUpTo[to] - sumUpTo[from];
  }

  /** How many samples are at most this. */
  public int rank(long millis) {
    settle();
    int key = scale.key(millis);
    if (key + 1 >= guide.length) {
      return size;
    }
    int low = guide[key];
    int high = guide[key + 1];
    while (high - low > FEW) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    while (low < high && sorted[low] <= millis) {
      low++;
    }
    return low;
  }

  private void settle() {
    if (fresh == 0 && goneCount == 0) {
      return;
    }
    long[] come = new long[fresh];
    for (int i = 0; i < fresh; i++) {
      come[i] = spanMillis(size - fresh + i);
    }
    Arrays.sort(come);
    Arrays.sort(gone, 0, goneCount);
    sorted = merged(come);
    fresh = 0;
    goneCount = 0;
    sumUpTo = new long[size + 1];
    scale = size < MANY ? COARSE : FINE;
    int keys = size == 0 ? 1 : scale.key(sorted[size - 1]) + 1;
    guide = new int[keys + 1];
    for (int i = 0; i < size; i++) {
      sumUpTo[i + 1] = sumUpTo[i] + sorted[i];
      guide[scale.key(sorted[i]) + 1]++;
    }
    for (int key = 1; key < guide.length; key++) {
      guide[key] += guide[key - 1];
    }
  }

  private long[] merged(long[] come) {
    long[] result = new long[size];
    int kept = 0;
    int nextGone = 0;
    int nextCome = 0;
    for (long value : sorted) {
      if (nextGone < goneCount && gone[nextGone] == value) {
        nextGone++;
        continue;
      }
      while (nextCome < come.length && come[nextCome] < value) {
        result[kept++] = come[nextCome++];
      }
      result[kept++] = value;
    }
    System.arraycopy(come, nextCome, result, kept, come.length - nextCome);
    return result;
  }
}
