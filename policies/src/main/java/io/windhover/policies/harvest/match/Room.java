package io.windhover.policies.harvest.match;

import java.util.Arrays;

/**
 * How much of a node is free from now on, as a staircase over time: tasks that run give their cores
 * back when they are estimated to end, tasks that wait for the node have claimed theirs.
 */
public final class Room {
  /** What {@link #startMillis} answers when the node will never have the room. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int FROM = 0;
  private static final int CORES = 1;
  private static final int BYTES = 2;
  private static final int WIDTH = 3;

  /**
   * By step, side by side for the sake of the processor's caches: from when it lasts, until the
   * next, and the cores and bytes free then. Times count from now, the first is 0.
   */
  private long[] stairs = new long[4 * WIDTH];

  private int steps = 1;

  /** Whether no step has less free than the one before. */
  private boolean rises = true;

  private int version;

  public Room(int freeCores, long freeBytes) {
    stairs[CORES] = freeCores;
    stairs[BYTES] = freeBytes;
  }

  /** Another one after each change. */
  int version() {
    return version;
  }

  /** Now. */
  public int freeCores() {
    return (int) stairs[CORES];
  }

  /** Now. */
  public long freeBytes() {
    return stairs[BYTES];
  }

  /** Whether there is never less than before. */
  public boolean rises() {
    return rises;
  }

  /** When that changes what is free now; {@link #NEVER} when nothing does. */
  public long nextMillis() {
    return steps == 1 ? NEVER : fromMillis(1);
  }

  /** From {@link #nextMillis} on; as now when nothing changes. */
  public int nextCores() {
    return (int) stairs[(steps == 1 ? 0 : WIDTH) + CORES];
  }

  /** From {@link #nextMillis} on; as now when nothing changes. */
  public long nextBytes() {
    return stairs[(steps == 1 ? 0 : WIDTH) + BYTES];
  }

  public boolean fitsNow(int cores, long bytes) {
    return isFree(0, cores, bytes);
  }

  private boolean isFree(int step, int cores, long bytes) {
    return cores <= stairs[step * WIDTH + CORES] && bytes <= stairs[step * WIDTH + BYTES];
  }

  private long fromMillis(int step) {
    return stairs[step * WIDTH + FROM];
  }

  /** From then on this much more is free; negative for less. */
  public void change(long atMillis, int cores, long bytes) {
    rises &= cores >= 0 && bytes >= 0;
    add(cut(atMillis), steps, cores, bytes);
  }

  /** A task will have this room for that long. */
  public void take(long atMillis, long forMillis, int cores, long bytes) {
    rises &= atMillis == 0 && cores >= 0 && bytes >= 0;
    int start = cut(atMillis);
    int end = forMillis >= NEVER - atMillis ? steps : cut(atMillis + forMillis);
    add(start, end, -cores, -bytes);
  }

  private void add(int fromStep, int toStep, int cores, long bytes) {
    version++;
    for (int i = fromStep * WIDTH; i < toStep * WIDTH; i += WIDTH) {
      stairs[i + CORES] += cores;
      stairs[i + BYTES] += bytes;
    }
  }

  /** Makes a step begin at this moment; answers its place. */
  private int cut(long atMillis) {
    int step = steps;
    while (fromMillis(step - 1) > atMillis) {
      step--;
    }
    if (fromMillis(step - 1) == atMillis) {
      return step - 1;
    }
    if (stairs.length == steps * WIDTH) {
      stairs = Arrays.copyOf(stairs, 2 * stairs.length);
    }
    int at = step * WIDTH;
    System.arraycopy(stairs, at - WIDTH, stairs, at, (steps - step + 1) * WIDTH);
    stairs[at + FROM] = atMillis;
    steps++;
    return step;
  }

  /** The earliest moment from which this much is free for so long. */
  public long startMillis(int cores, long bytes, long forMillis) {
    long start = 0;
    boolean open = false;
    for (int i = 0; i < steps; i++) {
      if (!isFree(i, cores, bytes)) {
        open = false;
      } else if (!open) {
        open = true;
        start = fromMillis(i);
      }
      if (open && (rises || i + 1 == steps || fromMillis(i + 1) - start >= forMillis)) {
        return start;
      }
    }
    return NEVER;
  }

  /** Told of a time at which tasks can start that last longer than one bound, up to the other. */
  interface Window {
    void opens(long startMillis, long overMillis, long upToMillis);
  }

  /** What {@link #startMillis} answers for any duration: each answer once, in order. */
  void windows(int cores, long bytes, Window to) {
    long start = 0;
    boolean open = false;
    long longest = -1;
    for (int i = 0; i < steps; i++) {
      boolean free = isFree(i, cores, bytes);
      if (open && !free && fromMillis(i) - start > longest) {
        to.opens(start, longest, fromMillis(i) - start);
        longest = fromMillis(i) - start;
      }
      if (free && !open) {
        start = fromMillis(i);
      }
      open = free;
    }
    if (open) {
      to.opens(start, longest, NEVER);
    }
  }

  /** From this moment on, how long this much stays free. */
  public long lastsMillis(long atMillis, int cores, long bytes) {
    for (int i = 0; i < steps; i++) {
      boolean after = i + 1 == steps || fromMillis(i + 1) > atMillis;
      if (after && !isFree(i, cores, bytes)) {
        return Math.max(0, fromMillis(i) - atMillis);
      }
    }
    return NEVER;
  }
}
