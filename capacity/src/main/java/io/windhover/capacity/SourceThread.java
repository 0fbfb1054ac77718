package io.windhover.capacity;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Makes the calls to a source on a thread of their own, one after the other. A call that does not
 * come back in time counts as failed: it is left alone, what it may say later is not heard, and the
 * next call is made on another thread.
 */
public final class SourceThread implements SourceDesk, AutoCloseable {
  private static final long CLOSE_SECONDS_MAX = 10;

  /** Longer than any provider's own time-outs and retries take. */
  private static final long CALL_MILLIS_MAX = 300_000;

  private final Source source;
  private final Consumer<SourceAnswer> answers;
  private final LongSupplier clock;
  private final long callMillisMax;
  private final ExecutorService queue = thread("source calls");
  private ExecutorService calls = thread("source");

  public SourceThread(Source source, Consumer<SourceAnswer> answers, LongSupplier clock) {
    this(source, answers, clock, CALL_MILLIS_MAX);
  }

  /**
   * As the other, with another patience.
   *
   * @param callMillisMax how long a call may take
   */
  public SourceThread(
      Source source, Consumer<SourceAnswer> answers, LongSupplier clock, long callMillisMax) {
    this.source = source;
    this.answers = answers;
    this.clock = clock;
    this.callMillisMax = callMillisMax;
  }

  private static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** A call, which says what is to be answered. */
  @FunctionalInterface
  private interface Call {
    void make(Consumer<SourceAnswer> hears) throws SourceFailure;
  }

  private void call(String what, Call call) {
    queue.execute(() -> callInTime(what, call));
  }

  /** On the thread of the queue, which is the only one that knows of {@link #calls}. */
  private void callInTime(String what, Call call) {
    AtomicBoolean heard = new AtomicBoolean(true);
    Consumer<SourceAnswer> hears =
        answer -> {
          if (heard.get()) {
            answers.accept(answer);
          }
        };
    Future<?> made = calls.submit(() -> make(what, call, hears));
    try {
      made.get(callMillisMax, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      heard.set(false);
      calls.shutdownNow();
      calls = thread("source");
      answers.accept(
          new SourceAnswer.Failed(what, "no answer after " + callMillisMax / 1000.0 + " s"));
    } catch (ExecutionException e) {
      throw new IllegalStateException("whoever heard of " + what + " failed", e);
    } catch (InterruptedException e) {
      calls.shutdownNow(); // Closing has waited for long enough.
      Thread.currentThread().interrupt();
    }
  }

  private static void make(String what, Call call, Consumer<SourceAnswer> hears) {
    try {
      call.make(hears);
    } catch (SourceFailure | RuntimeException e) {
      hears.accept(new SourceAnswer.Failed(what, String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void ask(LeaseOrder order) {
    call(
        "asking for " + order,
        hears -> {
          try {
            source.ask(order);
          } catch (LaunchRefusal e) {
            String why = String.valueOf(e.getMessage());
            hears.accept(
                new SourceAnswer.Seen(Sighting.refused(order.lease(), clock.getAsLong(), why)));
          }
        });
  }

  @Override
  public void release(String lease) {
    call("releasing lease " + lease, hears -> source.release(lease));
  }

  @Override
  public void survey() {
    call(
        "the survey",
        hears -> {
          long begunAtMillis = clock.getAsLong();
          hears.accept(new SourceAnswer.Surveyed(begunAtMillis, source.survey()));
        });
  }

  @Override
  public void offers() {
    call("asking for offers", hears -> hears.accept(new SourceAnswer.Offered(source.offers())));
  }

  /** Lets calls that were begun end, for a while. */
  @Override
  public void close() {
    queue.shutdown();
    try {
      if (!queue.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
        queue.shutdownNow();
      }
    } catch (InterruptedException e) {
      queue.shutdownNow();
      Thread.currentThread().interrupt();
    }
    source.close();
  }
}
