package io.windhover.manager;

import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Turns a manager on real time. The world has one owner at a time, whoever holds the turn: mostly
 * the thread that brought the news, which then needs to wake nobody; and a thread of the loop's own
 * for what is due by the clock, for owners' wishes, and when there is more to do than for one turn.
 */
public final class ManagerLoop implements ManagerLink.Receiver, AutoCloseable {
  /** Its own, and one for who came meanwhile; then a thread that only lends a hand is let go. */
  private static final int TURNS_MAX = 2;

  private final Manager manager;
  private final LongSupplier clockMillis;
  private final double speed;
  private final Thread thread;
  private final CompletableFuture<Void> failure = new CompletableFuture<>();

  /** Held by the owner of the world. */
  private final ReentrantLock turn = new ReentrantLock();

  /** No turn is taken any more; only the holder of the turn looks at it. */
  private boolean over;

  private volatile LongConsumer turnTook = millis -> {};
  private volatile long sleepsUntilMillis = Long.MAX_VALUE;
  private volatile boolean stopping;

  public ManagerLoop(Manager manager, LongSupplier clockMillis, long longestWaitMillis) {
    this(manager, clockMillis, 1, longestWaitMillis);
  }

  /**
   * As the other, by a clock of another speed.
   *
   * @param speed how many seconds of the clock go by in a real one
   * @param longestWaitMillis in real time
   */
  public ManagerLoop(
      Manager manager, LongSupplier clockMillis, double speed, long longestWaitMillis) {
    this.manager = manager;
    this.clockMillis = clockMillis;
    this.speed = speed;
    this.thread = new Thread(() -> run(longestWaitMillis), "manager");
  }

  public void start() {
    thread.start();
  }

  /** Tells how many milliseconds each turn takes to whoever watches for slow ones. */
  public void timed(LongConsumer watcher) {
    turnTook = watcher;
  }

  /** Completed exceptionally when the manager had to give up: a full disk, or a bug of ours. */
  public CompletableFuture<Void> failure() {
    return failure;
  }

  /** Wakes nobody: the sender's {@link #flushed} follows. */
  @Override
  public void received(String worker, ToManager message) {
    manager.inbox().offerQuietly(new Inbox.FromWorker(worker, message));
  }

  @Override
  public void gone(String worker) {
    manager.gone(worker);
  }

  @Override
  public void away(String worker) {
    manager.away(worker);
  }

  /** Takes a turn on the thread that has brought something urgent, if nobody is at it. */
  @Override
  public void flushed() {
    if (turn.isHeldByCurrentThread()) {
      return;
    }
    for (int turns = 0; manager.inbox().isUrgent(); turns++) {
      if (turns == TURNS_MAX) {
        manager.inbox().wake();
        return;
      }
      if (!turn.tryLock()) {
        return; // Whoever holds the turn looks once more after giving it back.
      }
      try {
        takeTurn();
        if (!over && manager.nextWakeMillis() < sleepsUntilMillis) {
          manager.inbox().wake();
        }
      } finally {
        turn.unlock();
      }
    }
  }

  private void run(long longestWaitMillis) {
    try {
      while (!stopping && !failure.isDone()) {
        manager.inbox().await(waitMillis(longestWaitMillis));
        sleepsUntilMillis = Long.MIN_VALUE;
        lockedTurn();
      }
      lockedEnd();
    } catch (InterruptedException e) {
      giveUp(e);
      Thread.currentThread().interrupt();
    }
  }

  private long waitMillis(long longestMillis) {
    turn.lock();
    try {
      long nowMillis = clockMillis.getAsLong();
      long untilMillis = manager.nextWakeMillis() - nowMillis;
      long millis = Math.min((long) Math.ceil(Math.max(0, untilMillis) / speed), longestMillis);
      sleepsUntilMillis = nowMillis + (long) (millis * speed);
      return millis;
    } finally {
      turn.unlock();
    }
  }

  private void lockedTurn() {
    turn.lock();
    try {
      takeTurn();
    } finally {
      turn.unlock();
    }
  }

  private void takeTurn() {
    if (over) {
      return;
    }
    try {
      long beganMillis = clockMillis.getAsLong();
      manager.turn(beganMillis);
      turnTook.accept((long) ((clockMillis.getAsLong() - beganMillis) / speed));
    } catch (RuntimeException | Error e) {
      giveUp(e);
    }
  }

  private void giveUp(Throwable why) {
    turn.lock();
    try {
      over = true;
    } finally {
      turn.unlock();
    }
    failure.completeExceptionally(why);
    stopping = true;
    manager.inbox().wake();
  }

  private void lockedEnd() {
    turn.lock();
    try {
      takeTurn();
      if (!over) {
        over = true;
        manager.close(clockMillis.getAsLong());
      }
    } catch (RuntimeException | Error e) {
      giveUp(e);
    } finally {
      turn.unlock();
    }
  }

  /** Takes a last turn, writes a snapshot and ends the thread. */
  @Override
  public void close() {
    stopping = true;
    manager.inbox().wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
