package io.windhover.policies.harvest.match;

import java.util.Arrays;

/**
 * How much of a node is free from now on, as a staircase over time: tasks that run give their cores
 * back when they are estimated to end, tasks that wait for the node have claimed theirs.
 */
public final class Room {
  /** What {@link #startMillis} answers when the node will never have the room. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Step i lasts from fromMillis[i] until the next; times count from now, the first is 0. */
  private long[] fromMillis = new long[8];

  private int[] freeCores = new int[8];
  private long[] freeBytes = new long[8];
  private int steps = 1;

  public Room(int freeCores, long freeBytes) {
    this.freeCores[0] = freeCores;
    this.freeBytes[0] = freeBytes;
  }

  public boolean fitsNow(int cores, long bytes) {
    return cores <= freeCores[0] && bytes <= freeBytes[0];
  }

  /** From then on this much more is free; negative for less. */
  public void change(long atMillis, int cores, long bytes) {
    for (int i = cut(atMillis); i < steps; i++) {
      freeCores[i] += cores;
      freeBytes[i] += bytes;
    }
  }

  /** A task will have this room for that long. */
  public void take(long atMillis, long forMillis, int cores, long bytes) {
    int start = cut(atMillis);
    int end = forMillis >= NEVER - atMillis ? steps : cut(atMillis + forMillis);
    for (int i = start; i < end; i++) {
      freeCores[i] -= cores;
      freeBytes[i] -= bytes;
    }
  }

  /** Makes a step begin at this moment; answers its place. */
  private int cut(long atMillis) {
    int place = Arrays.binarySearch(fromMillis, 0, steps, atMillis);
    if (place >= 0) {
      return place;
    }
    place = -place - 1;
    if (steps == fromMillis.length) {
      fromMillis = Arrays.copyOf(fromMillis, 2 * steps);
      freeCores = Arrays.copyOf(freeCores, 2 * steps);
      freeBytes = Arrays.copyOf(freeBytes, 2 * steps);
    }
    System.arraycopy(fromMillis, place, fromMillis, place + 1, steps - place);
    System.arraycopy(freeCores, place, freeCores, place + 1, steps - place);
    System.arraycopy(freeBytes, place, freeBytes, place + 1, steps - place);
    fromMillis[place] = atMillis;
    freeCores[place] = freeCores[place - 1];
    freeBytes[place] = freeBytes[place - 1];
    steps++;
    return place;
  }

  /** The earliest moment from which this much is free for so long. */
  public long startMillis(int cores, long bytes, long forMillis) {
    long start = 0;
    boolean open = false;
    for (int i = 0; i < steps; i++) {
      if (freeCores[i] < cores || freeBytes[i] < bytes) {
        open = false;
      } else if (!open) {
        open = true;
        start = fromMillis[i];
      }
      if (open && (i + 1 == steps || fromMillis[i + 1] - start >= forMillis)) {
        return start;
      }
    }
    return NEVER;
  }

  /** From this moment on, how long this much stays free. */
  public long lastsMillis(long atMillis, int cores, long bytes) {
    for (int i = 0; i < steps; i++) {
      boolean after = i + 1 == steps || fromMillis[i + 1] > atMillis;
      if (after && (freeCores[i] < cores || freeBytes[i] < bytes)) {
        return Math.max(0, fromMillis[i] - atMillis);
      }
    }
    return NEVER;
  }
}
