package io.windhover.manager;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Turns a manager on a thread of its own, on real time. */
public final class ManagerLoop implements AutoCloseable {
  private final Manager manager;
  private final LongSupplier clockMillis;
  private final Thread thread;
  private final CompletableFuture<Void> failure = new CompletableFuture<>();
  private volatile boolean stopping;

  public ManagerLoop(Manager manager, LongSupplier clockMillis, long longestWaitMillis) {
    this.manager = manager;
    this.clockMillis = clockMillis;
    this.thread = new Thread(() -> run(longestWaitMillis), "manager");
  }

  public void start() {
    thread.start();
  }

  /** Completed exceptionally when the manager had to give up: a full disk, or a bug of ours. */
  public CompletableFuture<Void> failure() {
    return failure;
  }

  private void run(long longestWaitMillis) {
    try {
      while (!stopping) {
        long waitMillis = manager.nextWakeMillis() - clockMillis.getAsLong();
        manager.inbox().await(Math.max(0, Math.min(waitMillis, longestWaitMillis)));
        manager.turn(clockMillis.getAsLong());
      }
      manager.turn(clockMillis.getAsLong());
      manager.close(clockMillis.getAsLong());
    } catch (InterruptedException e) {
      failure.completeExceptionally(e);
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.completeExceptionally(e);
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
