package io.windhover.local;

import io.windhover.host.ScaledClock;
import io.windhover.simulator.Timeline;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A timeline that is played as real time goes by, scaled. Whoever asks something of the cloud takes
 * it: all that is due by then happens first, each thing at its own moment by the cloud's clock, so
 * that what is charged does not depend on how busy this machine is.
 */
final class CloudTime {
  private static final long LOOK_MILLIS = 500;

  private final Timeline timeline = new Timeline();
  private final ScaledClock clock;
  private final LongSupplier realMillis;
  private final Runnable afterwards;

  /**
   * A timeline that begins now.
   *
   * @param afterwards done after all that happens at once
   */
  CloudTime(ScaledClock clock, LongSupplier realMillis, Runnable afterwards) {
    this.clock = clock;
    this.realMillis = realMillis;
    this.afterwards = afterwards;
  }

  Timeline timeline() {
    return timeline;
  }

  /** What may be asked of the cloud. */
  @FunctionalInterface
  interface Question<T, E extends Exception> {
    T answer() throws E;
  }

  synchronized <T, E extends Exception> T ask(Question<T, E> question) throws E {
    catchUp();
    T answer = question.answer();
    afterwards.run();
    notifyAll();
    return answer;
  }

  synchronized void tell(Runnable news) {
    catchUp();
    news.run();
    afterwards.run();
    notifyAll();
  }

  /** Moments are counted from 1: a source takes 0 for never. */
  private void catchUp() {
    timeline.playUntil(Math.max(1, clock.sinceOrigin(realMillis.getAsLong())));
    afterwards.run();
  }

  /** Plays until this holds, and looks for that after everything that happens. */
  synchronized void play(BooleanSupplier isOver) throws InterruptedException {
    catchUp();
    while (!isOver.getAsBoolean()) {
      wait(untilNextMillis());
      catchUp();
    }
  }

  private long untilNextMillis() {
    if (timeline.isEmpty()) {
      return LOOK_MILLIS;
    }
    long realNext = clock.realAt(timeline.nextMillis());
    return Math.max(1, Math.min(LOOK_MILLIS, realNext - realMillis.getAsLong()));
  }
}
