package io.windhover.app.service;

import java.util.concurrent.atomic.LongAdder;

/** What the service counts. Written by its thread, read by any. */
public final class ServiceStats {
  public final LongAdder reserved = new LongAdder();
  public final LongAdder refused = new LongAdder();
  public final LongAdder confirmed = new LongAdder();
  public final LongAdder released = new LongAdder();
  public final LongAdder expired = new LongAdder();
  public final LongAdder victims = new LongAdder();
  public final LongAdder ended = new LongAdder();
  public final LongAdder livesOver = new LongAdder();
  public final LongAdder facts = new LongAdder();
  public final Times turns = new Times();
  public final Times commits = new Times();
  public final Times decisions = new Times();
  public volatile long hosts;
  public volatile long instances;
  public volatile long reservations;
  public volatile long overdue;
  public volatile long waiting;
  public volatile long queued;

  ServiceStats() {}

  void count(Fact fact) {
    facts.increment();
    if (fact instanceof Fact.Reserved) {
      reserved.increment();
    } else if (fact instanceof Fact.Confirmed) {
      confirmed.increment();
    } else if (fact instanceof Fact.Released over) {
      (over.expired() ? expired : released).increment();
    } else if (fact instanceof Fact.Ended) {
      ended.increment();
    } else if (fact instanceof Fact.LifeOver) {
      livesOver.increment();
    }
  }

  void look(Book book, int waitingNow, int queuedNow) {
    hosts = book.cluster().hostCount();
    instances = book.cluster().instanceCount();
    reservations = book.openCount();
    overdue = book.residents().overdue().size();
    waiting = waitingNow;
    queued = queuedNow;
  }
}
