package io.windhover.worker;

import io.windhover.host.TreeEnding;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A command between its start and its end, and the wish to stop it, which may come at any moment:
 * before there is a process, while it runs, or when it has just ended by itself.
 */
final class RunningCommand {
  /** Ends the process and all its descendants, and then calls {@link #treeIsGone}. */
  interface TreeEnder {
    TreeEnding end(RunningCommand command, Process process, long graceMillis);
  }

  private static final int KILLED = 128 + 9;

  final Order order;
  private final TreeEnder ender;
  private final CountDownLatch treeIsGone = new CountDownLatch(1);
  private boolean stopped;
  private volatile boolean unwanted;
  private long graceMillis;
  private @Nullable Process process;
  private @Nullable TreeEnding ending;

  RunningCommand(Order order, TreeEnder ender) {
    this.order = order;
    this.ender = ender;
  }

  /** What it saves of its work; null when it saves nothing. */
  volatile @Nullable SavedWork work;

  /** Its process, while there is one. */
  synchronized Optional<ProcessHandle> handle() {
    return Optional.ofNullable(process).map(Process::toHandle);
  }

  /** Its process has ended and another is about to take its place; not if it was stopped. */
  synchronized boolean startsAgain() {
    if (unwanted) {
      return false;
    }
    process = null;
    return true;
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /** Whether it was asked to end, be it that its process had ended by then. */
  boolean isUnwanted() {
    return unwanted;
  }

  synchronized void stop(long withinMillis) {
    unwanted = true;
    if (process != null && !process.isAlive() && !stopped) {
      return;
    }
    graceMillis = stopped ? Math.min(graceMillis, withinMillis) : withinMillis;
    stopped = true;
    if (ending != null) {
      ending.within(withinMillis);
    } else if (process != null) {
      ending = ender.end(this, process, withinMillis);
    }
  }

  void treeIsGone() {
    treeIsGone.countDown();
  }

  /** Waits for the process and, if it was stopped, until nothing is left of it. */
  Ending await(Process started) {
    synchronized (this) {
      process = started;
      if (stopped) {
        ending = ender.end(this, started, graceMillis);
      }
    }
    int code = waitFor(started);
    SavedWork saved = work;
    if (saved != null && code == KILLED) {
      saved.killed();
    }
    synchronized (this) {
      if (!stopped) {
        return new Ending.Exited(code);
      }
    }
    waitForTree();
    return new Ending.Stopped();
  }

  private static int waitFor(Process process) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void waitForTree() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          treeIsGone.await();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
