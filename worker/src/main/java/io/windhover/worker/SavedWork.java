package io.windhover.worker;

import io.windhover.depot.DepotFailure;
import io.windhover.depot.checkpoint.CheckpointManifest;
import io.windhover.depot.checkpoint.CheckpointSaver;
import io.windhover.depot.checkpoint.CheckpointShelf;
import io.windhover.depot.checkpoint.FolderWatch;
import io.windhover.wire.Order;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work of one attempt that is saved: what was restored for it, and its checkpoints. Where there is
 * a store, what lies in the folder of an earlier attempt counts for nothing, since that may have
 * died while it wrote: only what was saved whole is restored.
 *
 * <p>A checkpoint counts only if there is something new in the folder, which held still while it
 * was copied. How much work it stands for is how long the attempt had run when the copy was wished.
 */
final class SavedWork {
  private static final Duration SETTLING_MAX = Duration.ofSeconds(60);

  private final Order order;
  private final Path folder;
  private final LongSupplier awakeMillis;
  private final @Nullable CheckpointShelf shelf;
  private final FolderWatch watch;
  private @Nullable CheckpointSaver saver;
  private boolean goesOn;
  private long begunMillis;
  private boolean over;
  private volatile boolean killed;

  /**
   * Has restored nothing yet.
   *
   * @param awakeMillis a clock that stands still while the machine does
   * @param shelf the task's place in a store; null where nobody keeps anything beyond the machine
   */
  SavedWork(Order order, Path folder, LongSupplier awakeMillis, @Nullable CheckpointShelf shelf) {
    this.order = order;
    this.folder = folder;
    this.awakeMillis = awakeMillis;
    this.shelf = shelf;
    this.watch = new FolderWatch(folder);
  }

  Order order() {
    return order;
  }

  /** Fills the folder, which is there and, where there is a store, empty. */
  void restore() throws DepotFailure {
    if (shelf != null) {
      goesOn = shelf.restore(folder).isPresent();
    }
  }

  /** The command is about to start, from what is in the folder now. */
  void begin() throws IOException {
    if (shelf == null) {
      goesOn = watch.hasNews();
    } else {
      saver = shelf.saver(order.ref().attempt(), folder);
    }
    watch.know();
    begunMillis = awakeMillis.getAsLong();
  }

  /** Its last process ended by SIGKILL, in the midst of whatever it did. */
  void killed() {
    killed = true;
  }

  boolean wasKilled() {
    return killed;
  }

  /** Whether the command goes on from what an earlier one has saved. */
  boolean goesOn() {
    return goesOn;
  }

  /** The command has ended itself to be started again, and has saved something before. */
  boolean mayStartAgain() throws IOException {
    boolean saved = watch.hasNews();
    goesOn |= saved;
    return saved;
  }

  /** How long the attempt has run. */
  long ranMillis() {
    return awakeMillis.getAsLong() - begunMillis;
  }

  /** Waits until the task has answered a wish to save. */
  boolean settles() throws IOException, InterruptedException {
    return watch.settles(SETTLING_MAX);
  }

  /**
   * Keeps what is in the folder, if there is something new.
   *
   * @param progressMillis how long the attempt had run when this was wished
   * @param sinceNanos when that was
   * @return empty if nothing new counts
   */
  synchronized Optional<Saved> save(long progressMillis, long sinceNanos)
      throws IOException, InterruptedException {
    if (over || !watch.hasNews()) {
      return Optional.empty();
    }
    if (saver == null) {
      watch.know();
      return Optional.empty();
    }
    var before = new FolderWatch(folder);
    before.know();
    Optional<CheckpointManifest> kept = saver.save(progressMillis);
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    watch.knowAs(before);
    long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    return Optional.of(new Saved(progressMillis, Math.max(1, tookMillis), kept.get().bytes()));
  }

  /** Nothing is saved any more, once what is being saved is. */
  synchronized void end() {
    over = true;
  }

  /** What was made safe, and what that took. */
  record Saved(long progressMillis, long tookMillis, long bytes) {}
}
