package io.windhover.virtual;

import java.util.PriorityQueue;

/** Virtual time: what is to be done when, in the order it was put down. */
public final class Timeline {
  private record Entry(long atMillis, long order, Runnable action) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long nowMillis;
  private long order;

  public long nowMillis() {
    return nowMillis;
  }

  public void at(long millis, Runnable action) {
    entries.add(new Entry(Math.max(millis, nowMillis), order++, action));
  }

  public void in(long millis, Runnable action) {
    at(nowMillis + millis, action);
  }

  public void soon(Runnable action) {
    at(nowMillis, action);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public long nextMillis() {
    return entries.element().atMillis();
  }

  /** Goes to the next moment and does all there is to do at it. */
  public void playNextMoment() {
    nowMillis = entries.element().atMillis();
    while (!entries.isEmpty() && entries.element().atMillis() == nowMillis) {
      entries.remove().action().run();
    }
  }
}
