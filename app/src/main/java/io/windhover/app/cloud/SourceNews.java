package io.windhover.app.cloud;

import io.windhover.app.local.Audience;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.manager.Manager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Hands the manager what its source says, and people what goes wrong there: once each time. */
final class SourceNews implements Consumer<SourceAnswer> {
  private final Manager manager;
  private final Audience audience;
  private final AtomicBoolean surveying = new AtomicBoolean();
  private final CompletableFuture<Void> offered = new CompletableFuture<>();
  private volatile long pauseNanos;
  private volatile long answeredNanos = System.nanoTime() - Long.MAX_VALUE / 2;
  private String lastTrouble = "";

  SourceNews(Manager manager, Audience audience) {
    this.manager = manager;
    this.audience = audience;
  }

  /** Completed when the manager was told what can be rented. */
  CompletableFuture<Void> offered() {
    return offered;
  }

  /** Between an answer and the next survey; sources that are costly to ask want some. */
  void pause(long millis) {
    pauseNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Asks what there is, unless an answer is still to come, or came just now. */
  void survey(SourceDesk desk, long atMillis) {
    if (System.nanoTime() - answeredNanos < pauseNanos) {
      return;
    }
    if (surveying.compareAndSet(false, true)) {
      desk.survey(atMillis);
    }
  }

  @Override
  public void accept(SourceAnswer answer) {
    if (answer instanceof SourceAnswer.Surveyed || answer instanceof SourceAnswer.Failed) {
      answeredNanos = System.nanoTime();
      surveying.set(false);
    }
    if (answer instanceof SourceAnswer.Failed failed) {
      tell(failed.what() + " failed: " + failed.why());
    }
    manager.heard(answer);
    if (answer instanceof SourceAnswer.Offered) {
      offered.complete(null);
    }
  }

  private synchronized void tell(String trouble) {
    if (!trouble.equals(lastTrouble)) {
      lastTrouble = trouble;
      audience.trouble(trouble + "; trying again");
    }
  }
}
