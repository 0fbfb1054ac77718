package io.windhover.capacity;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Makes the calls to a source on a thread of their own, one after the other. */
public final class SourceThread implements SourceDesk, AutoCloseable {
  private static final long CLOSE_SECONDS_MAX = 10;

  private final Source source;
  private final Consumer<SourceAnswer> answers;
  private final LongSupplier clock;
  private final ExecutorService calls =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "source");
            thread.setDaemon(true);
            return thread;
          });

  public SourceThread(Source source, Consumer<SourceAnswer> answers, LongSupplier clock) {
    this.source = source;
    this.answers = answers;
    this.clock = clock;
  }

  @FunctionalInterface
  private interface Call {
    void make() throws SourceFailure;
  }

  private void call(String what, Call call) {
    calls.execute(
        () -> {
          try {
            call.make();
          } catch (SourceFailure | RuntimeException e) {
            answers.accept(new SourceAnswer.Failed(what, String.valueOf(e.getMessage())));
          }
        });
  }

  @Override
  public void ask(LeaseOrder order) {
    call(
        "asking for " + order,
        () -> {
          try {
            source.ask(order);
          } catch (LaunchRefusal e) {
            String why = String.valueOf(e.getMessage());
            answers.accept(
                new SourceAnswer.Seen(Sighting.refused(order.lease(), clock.getAsLong(), why)));
          }
        });
  }

  @Override
  public void release(String lease) {
    call("releasing lease " + lease, () -> source.release(lease));
  }

  @Override
  public void survey() {
    call(
        "the survey",
        () -> {
          long begunAtMillis = clock.getAsLong();
          answers.accept(new SourceAnswer.Surveyed(begunAtMillis, source.survey()));
        });
  }

  @Override
  public void offers() {
    call("asking for offers", () -> answers.accept(new SourceAnswer.Offered(source.offers())));
  }

  /** Lets calls that were begun end, for a while. */
  @Override
  public void close() {
    calls.shutdown();
    try {
      if (!calls.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
        calls.shutdownNow();
      }
    } catch (InterruptedException e) {
      calls.shutdownNow();
      Thread.currentThread().interrupt();
    }
    source.close();
  }
}
