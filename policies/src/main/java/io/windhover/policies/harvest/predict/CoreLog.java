package io.windhover.policies.harvest.predict;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.Arrays;

/** The cores of one machine over time, from when it came. */
public final class CoreLog {
  /** Older changes go first; a machine that changes more often is restless enough to be known. */
  private static final int CHANGES_MAX = 256;

  private long[] atMillis = new long[8];
  private int[] cores = new int[8];
  private int size;

  public void add(long nowMillis, int newCores) {
    if (size == atMillis.length) {
      atMillis = Arrays.copyOf(atMillis, 2 * size);
      cores = Arrays.copyOf(cores, 2 * size);
    }
    atMillis[size] = nowMillis;
    cores[size++] = newCores;
  }

  /** Lets go what ended before this moment. */
  public void forget(long beforeMillis) {
    int first = Math.max(0, size - CHANGES_MAX);
    while (first + 1 < size && atMillis[first + 1] <= beforeMillis) {
      first++;
    }
    if (first > 0) {
      System.arraycopy(atMillis, first, atMillis, 0, size - first);
      System.arraycopy(cores, first, cores, 0, size - first);
      size -= first;
    }
  }

  /** The moments of the last shrink, or of when the machine came, and of the growths since. */
  public long[] sinceLastShrink() {
    int first = size;
    while (first > 0) {
      first--;
      if (first > 0 && cores[first] < cores[first - 1]) {
        break;
      }
    }
    return Arrays.copyOfRange(atMillis, first, size);
  }

  /** Whether the machine was gone before this moment. */
  public boolean endedBefore(long millis) {
    return size > 0 && cores[size - 1] == 0 && atMillis[size - 1] <= millis;
  }

  /** How many of the changes came before this moment. */
  int sizeBefore(long millis) {
    int before = size;
    while (before > 0 && atMillis[before - 1] >= millis) {
      before--;
    }
    return before;
  }

  long atMillis(int i) {
    return atMillis[i];
  }

  int cores(int i) {
    return cores[i];
  }

  /** At the end of a line. */
  public void write(MemoryWriter line) {
    for (int i = 0; i < size; i++) {
      line.and(atMillis[i], cores[i]);
    }
  }

  /** What {@link #write} wrote. */
  public static CoreLog of(MemoryReader line) {
    CoreLog log = new CoreLog();
    while (line.hasNext()) {
      log.add(line.nextLong(), line.nextInt());
    }
    return log;
  }
}
