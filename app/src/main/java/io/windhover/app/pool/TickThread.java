package io.windhover.app.pool;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does things again and again, on one thread; what fails once is told and done again next time. */
final class TickThread implements AutoCloseable {
  private final Consumer<String> failures;
  private final ScheduledExecutorService executor;

  /**
   * Has nothing to do yet.
   *
   * @param failures told, in a line, what should not have happened
   */
  TickThread(String name, Consumer<String> failures) {
    this.failures = failures;
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  void every(long millis, Runnable task) {
    var unused =
        executor.scheduleWithFixedDelay(() -> runOnce(task), millis, millis, TimeUnit.MILLISECONDS);
  }

  /** An executor never runs again what has thrown, and says nothing. */
  private void runOnce(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      failures.accept("what is done regularly has failed, and will be tried again: " + e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
