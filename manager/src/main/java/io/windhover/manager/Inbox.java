package io.windhover.manager;

import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.Event;
import io.windhover.core.model.Limits;
import io.windhover.wire.ToManager;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * What has arrived for the manager and is not looked at yet. It is bounded: when it is full a
 * worker's message is lost, as on any wire, and the worker says it again; an owner's request is
 * refused.
 */
final class Inbox {
  sealed interface Item {}

  record FromWorker(String worker, ToManager message) implements Item {
    /** Whether the manager should look at once; the rest may wait for company. */
    boolean urgent() {
      return message instanceof ToManager.Report
          || message instanceof ToManager.Refused
          || message instanceof ToManager.Cleaned
          || message instanceof ToManager.Busy
          || message instanceof ToManager.Join
          || message instanceof ToManager.Leave;
    }
  }

  record WorkerGone(String worker) implements Item {}

  /** The connection of this worker broke; it may come back. */
  record WorkerAway(String worker) implements Item {}

  /** What the source of machines says. */
  record FromSource(SourceAnswer answer) implements Item {}

  /** Whoever is remembered is to say what it holds. */
  record RollCall() implements Item {}

  /** Somebody wants to look at the world between two turns. */
  record Look(LongConsumer look) implements Item {}

  /** A text to be kept. */
  record Note(String key, String value) implements Item {}

  /** This worker is to be given nothing more. */
  record Retire(String worker) implements Item {}

  /**
   * How much may be rented from now on.
   *
   * @param recorded completed once it is on disk
   */
  record Limit(Limits limits, CompletableFuture<Limits> recorded) implements Item {}

  /**
   * An administrator's wish that workers be given nothing new, or that they be again.
   *
   * @param recorded completed with the names of those who are there, once it is on disk
   */
  record Drain(String who, boolean wanted, CompletableFuture<List<String>> recorded)
      implements Item {}

  /**
   * An owner's wish.
   *
   * @param event makes the event, given the id that a new job would have
   * @param job the job it concerns; 0 for a new one
   * @param who who wishes it
   * @param recorded completed with the job's id once the event is on disk
   */
  record Wish(IntFunction<Event> event, int job, Who who, CompletableFuture<Integer> recorded)
      implements Item {}

  /**
   * Who wishes something.
   *
   * @param owner an address; empty for whoever may use the state folder, to whom all jobs belong
   * @param upload what the owner calls this submission; empty when it is never said again
   */
  record Who(String owner, String upload) {
    static final Who LOCAL = new Who("", "");
  }

  private final int limit;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition worthALook = lock.newCondition();
  private final ArrayDeque<Item> items = new ArrayDeque<>();
  private volatile boolean urgent;

  Inbox(int limit) {
    this.limit = limit;
  }

  /** Answers false, and keeps nothing, when full. */
  boolean offer(Item item) {
    return offer(item, true);
  }

  /** As {@link #offer}, but ends no wait: the caller sees to it that somebody looks. */
  void offerQuietly(Item item) {
    offer(item, false);
  }

  private boolean offer(Item item, boolean endsWait) {
    lock.lock();
    try {
      if (items.size() >= limit) {
        return false;
      }
      items.add(item);
      if (!(item instanceof FromWorker from) || from.urgent()) {
        urgent = true;
        if (endsWait) {
          worthALook.signal();
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is something that should not wait. */
  boolean isUrgent() {
    return urgent;
  }

  /** Ends a wait without putting anything in. */
  void wake() {
    lock.lock();
    try {
      urgent = true;
      worthALook.signal();
    } finally {
      lock.unlock();
    }
  }

  void drainTo(List<Item> taken) {
    lock.lock();
    try {
      taken.addAll(items);
      items.clear();
      urgent = false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something urgent is there, or for the given time. */
  void await(long millis) throws InterruptedException {
    lock.lock();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
      while (!urgent && nanos > 0) {
        nanos = worthALook.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }
}
