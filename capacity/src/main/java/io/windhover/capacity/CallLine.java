package io.windhover.capacity;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Calls to a source that are made one after the other. A call that does not come back in time
 * counts as failed: it is interrupted and left alone, what it may say later is not heard, and the
 * next call is made. A call that waits or is being made already is not put in line again.
 */
final class CallLine {
  /** More calls than this never wait: the manager hears that the next ones failed. */
  static final int WAITING_MAX = 10_000;

  private final String name;
  private final Consumer<SourceAnswer> answers;
  private final long callMillisMax;
  private final Set<String> outstanding = ConcurrentHashMap.newKeySet();
  private final ExecutorService queue;

  CallLine(String name, Consumer<SourceAnswer> answers, long callMillisMax) {
    this.name = name;
    this.answers = answers;
    this.callMillisMax = callMillisMax;
    this.queue = Executors.newSingleThreadExecutor(work -> thread(work, name + " waiting"));
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** A call, and what is to be answered if there is anything. */
  @FunctionalInterface
  interface Call {
    Optional<SourceAnswer> make() throws SourceFailure;
  }

  /**
   * Puts a call in line, unless the line is closed.
   *
   * @param what the call in words, different for calls that are not the same
   * @param over runs once the call has really come back, which may be long after it was given up,
   *     or will not be made
   */
  void add(String what, Call call, Runnable over) {
    if (!outstanding.add(what)) {
      over.run();
      return;
    }
    Runnable unmade =
        () -> {
          outstanding.remove(what);
          over.run();
        };
    if (outstanding.size() > WAITING_MAX) {
      unmade.run();
      answers.accept(
          new SourceAnswer.Failed(what, WAITING_MAX + " calls are waiting for the source"));
      return;
    }
    try {
      queue.execute(() -> callInTime(what, call, over));
    } catch (RejectedExecutionException closed) {
      unmade.run(); // The next manager's first survey finds what is left to do.
    }
  }

  /** The call is over before its answer is heard: whoever hears it may ask again. */
  private void callInTime(String what, Call call, Runnable over) {
    Optional<SourceAnswer> answer;
    try {
      answer = answer(what, call, over);
    } finally {
      outstanding.remove(what);
    }
    answer.ifPresent(answers);
  }

  private Optional<SourceAnswer> answer(String what, Call call, Runnable over) {
    Callable<Optional<SourceAnswer>> whole =
        () -> {
          try {
            return call.make();
          } finally {
            over.run();
          }
        };
    FutureTask<Optional<SourceAnswer>> made = new FutureTask<>(whole);
    thread(made, name).start();
    try {
      return made.get(callMillisMax, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      made.cancel(true);
      String why = "no answer after " + callMillisMax / 1000.0 + " s";
      return Optional.of(new SourceAnswer.Failed(what, why));
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      return Optional.of(new SourceAnswer.Failed(what, String.valueOf(cause.getMessage())));
    } catch (InterruptedException e) {
      made.cancel(true); // Closing has waited for long enough.
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Takes no more calls; those in line are still made. */
  void close() {
    queue.shutdown();
  }

  /**
   * Waits until the calls in line are over, not longer than until this moment, and drops the rest.
   */
  void end(long untilNanos) {
    try {
      long nanosLeft = untilNanos - System.nanoTime();
      if (!queue.awaitTermination(nanosLeft, TimeUnit.NANOSECONDS)) {
        queue.shutdownNow();
      }
    } catch (InterruptedException e) {
      queue.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
