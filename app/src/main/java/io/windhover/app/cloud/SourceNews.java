package io.windhover.app.cloud;

import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.model.Offer;
import io.windhover.manager.Manager;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Hands the manager what its source says, and people what goes wrong there: once each time. */
final class SourceNews implements Consumer<SourceAnswer> {
  private final Manager manager;
  private final Consumer<String> trouble;
  private final AtomicBoolean surveying = new AtomicBoolean();
  private final CompletableFuture<Void> offered = new CompletableFuture<>();
  private volatile long pauseNanos;
  private volatile long answeredNanos = System.nanoTime() - Long.MAX_VALUE / 2;
  private volatile List<Offer> offers = List.of();
  private String lastTrouble = "";

  SourceNews(Manager manager, Consumer<String> trouble) {
    this.manager = manager;
    this.trouble = trouble;
  }

  /** Completed when the manager was told what can be rented. */
  CompletableFuture<Void> offered() {
    return offered;
  }

  /** What could be rented when the source said so last. */
  List<Offer> offers() {
    return offers;
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
    if (answer instanceof SourceAnswer.Offered now) {
      offers = now.offers();
      offered.complete(null);
    }
  }

  private synchronized void tell(String line) {
    if (!line.equals(lastTrouble)) {
      lastTrouble = line;
      trouble.accept(line + "; trying again");
    }
  }
}
