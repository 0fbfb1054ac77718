package io.windhover.experiments.paper;

import java.util.function.LongSupplier;

/** Counts the steps of a reproduction for whoever watches. */
public final class Steps {
  /** Who watches a long step hears of it this often. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Progress progress;
  private final int steps;
  private final LongSupplier nanoClock;
  private int begun;
  private String what = "";
  private long toldAtNanos;

  public Steps(Progress progress, int steps) {
    this(progress, steps, System::nanoTime);
  }

  Steps(Progress progress, int steps, LongSupplier nanoClock) {
    this.progress = progress;
    this.steps = steps;
    this.nanoClock = nanoClock;
  }

  public synchronized void next(String next) {
    what = next;
    progress.at(Math.min(begun, steps), steps, what);
    toldAtNanos = nanoClock.getAsLong();
    begun++;
  }

  /** So many parts of the step are done; from any thread. */
  public synchronized void part(int done, int parts) {
    long now = nanoClock.getAsLong();
    if (begun > 0 && now - toldAtNanos >= PATIENCE_NANOS) {
      toldAtNanos = now;
      progress.at(Math.min(begun - 1, steps), steps, "%s, %d of %d".formatted(what, done, parts));
    }
  }
}
