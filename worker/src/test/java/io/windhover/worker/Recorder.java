package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hears what a runner says and lets a test wait for it. */
final class Recorder implements Runner.Listener {
  /** How an attempt ended. */
  record End(AttemptRef ref, Ending ending, long ranMillis, String tail) {}

  /** What was made safe of an attempt. */
  record Save(AttemptRef ref, long progressMillis, long tookMillis, long bytes) {}

  private final BlockingQueue<Save> saved = new LinkedBlockingQueue<>();
  private final BlockingQueue<AttemptRef> started = new LinkedBlockingQueue<>();
  private final BlockingQueue<End> ended = new LinkedBlockingQueue<>();
  private final BlockingQueue<AttemptRef> cleaned = new LinkedBlockingQueue<>();

  @Override
  public void started(AttemptRef ref) {
    started.add(ref);
  }

  @Override
  public void ended(AttemptRef ref, Ending ending, long ranMillis, String tail) {
    ended.add(new End(ref, ending, ranMillis, tail));
  }

  @Override
  public void saved(AttemptRef ref, long progressMillis, long tookMillis, long bytes) {
    saved.add(new Save(ref, progressMillis, tookMillis, bytes));
  }

  @Override
  public void cleaned(AttemptRef ref) {
    cleaned.add(ref);
  }

  End end() {
    return next(ended);
  }

  Save save() {
    return next(saved);
  }

  AttemptRef start() {
    return next(started);
  }

  AttemptRef cleanup() {
    return next(cleaned);
  }

  private static <T> T next(BlockingQueue<T> queue) {
    try {
      T next = queue.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing heard for a minute");
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
