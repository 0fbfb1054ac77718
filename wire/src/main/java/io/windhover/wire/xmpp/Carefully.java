package io.windhover.wire.xmpp;

/** For threads that many depend on: a mistake in the treatment of one thing ends that, not all. */
public final class Carefully {
  private Carefully() {}

  /** Runs it; what it throws is shown as if the thread had died of it, which then goes on. */
  public static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
