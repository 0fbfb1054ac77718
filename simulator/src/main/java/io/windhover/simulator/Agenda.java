package io.windhover.simulator;

import java.util.PriorityQueue;

/** What is due when; things due at one instant keep the order in which they were put. */
final class Agenda {
  private final PriorityQueue<Due> dues = new PriorityQueue<>();
  private long entries;

  Due put(long atMillis, Object what) {
    Due due = new Due(atMillis, entries++, what);
    dues.add(due);
    return due;
  }

  /** Long.MAX_VALUE when nothing is. */
  long nextMillis() {
    while (!dues.isEmpty() && dues.element().struck) {
      dues.remove();
    }
    return dues.isEmpty() ? Long.MAX_VALUE : dues.element().atMillis;
  }

  /** The next entry; only to be asked for when there is one. */
  Due take() {
    return dues.remove();
  }

  /** An entry; one that was struck out does not happen. */
  static final class Due implements Comparable<Due> {
    final long atMillis;
    final Object what;
    boolean struck;
    private final long order;

    private Due(long atMillis, long order, Object what) {
      this.atMillis = atMillis;
      this.order = order;
      this.what = what;
    }

    @Override
    public int compareTo(Due other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : Long.compare(order, other.order);
    }
  }
}
