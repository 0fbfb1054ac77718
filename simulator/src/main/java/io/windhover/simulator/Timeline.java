package io.windhover.simulator;

import java.util.PriorityQueue;

/**
 * What is to be done when, in the order it was put down: virtual time, which goes from moment to
 * moment, or real time, when somebody plays it until each moment that has come.
 */
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

  /** Does all there is to do until this moment, each thing at its own, and is there. */
  public void playUntil(long millis) {
    while (!entries.isEmpty() && entries.element().atMillis() <= millis) {
      playNextMoment();
    }
    nowMillis = Math.max(nowMillis, millis);
  }
}
