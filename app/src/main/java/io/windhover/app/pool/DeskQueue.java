package io.windhover.app.pool;

import io.windhover.wire.xmpp.Stanza;
import java.util.concurrent.Executor;

/**
 * What waits before the desk. What strangers say is bounded, in number and in bytes, and whoever
 * finds no room is told so. What the manager itself has to do there always finds room: a notice
 * that was refused would be missed for good, and an answer would never come. There are no more of
 * those than questions that were let in.
 */
final class DeskQueue implements Executor {
  private final Executor thread;
  private final int waitingMax;
  private final long bytesMax;
  private int waiting;
  private long bytes;

  /**
   * Makes an empty queue.
   *
   * @param thread runs one thing after the other and refuses none
   */
  DeskQueue(Executor thread, int waitingMax, long bytesMax) {
    this.thread = thread;
    this.waitingMax = waitingMax;
    this.bytesMax = bytesMax;
  }

  /** For the manager's own notices and answers. */
  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  /** For what a stranger says; answers false, and does nothing, when too much waits already. */
  boolean offer(Stanza stanza, Runnable task) {
    long size = stanza.memoryBytes();
    synchronized (this) {
      if (waiting >= waitingMax || bytes + size > bytesMax) {
        return false;
      }
      waiting++;
      bytes += size;
    }
    thread.execute(
        () -> {
          try {
            task.run();
          } finally {
            free(size);
          }
        });
    return true;
  }

  private synchronized void free(long size) {
    waiting--;
    bytes -= size;
  }
}
