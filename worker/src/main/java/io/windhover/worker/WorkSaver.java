package io.windhover.worker;

import io.windhover.depot.DepotFailure;
import io.windhover.depot.checkpoint.CheckpointShelf;
import io.windhover.host.Lineage;
import io.windhover.host.TreeSignal;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.worker.SavedWork.Saved;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Saves what running attempts have done, in the way their orders say, and restores it for the next
 * ones. Whatever fails here is told in one line and ends no task.
 */
final class WorkSaver {
  private static final String SIGNAL = "signal ";
  private static final String COMMAND = "command ";
  private static final String EXIT_85 = "exit-85";
  private static final int SAVED_AND_ENDED = 85;
  private static final int KILLED = 128 + 9;

  private static final long RESTORING_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
  private static final long RESTORE_AGAIN_MILLIS = 2_000;
  private static final long COMMAND_MINUTES_MAX = 10;

  private final StoreAccess stores;
  private final Launcher launcher;
  private final Lineage lineage;
  private final StateModes modes;
  private final LongSupplier awakeMillis;
  private final Consumer<String> notices;

  WorkSaver(
      StoreAccess stores,
      Launcher launcher,
      Lineage lineage,
      StateModes modes,
      LongSupplier awakeMillis,
      Consumer<String> notices) {
    this.stores = stores;
    this.launcher = launcher;
    this.lineage = lineage;
    this.modes = modes;
    this.awakeMillis = awakeMillis;
    this.notices = notices;
  }

  /**
   * Makes the folder of a task that saves, with the newest whole checkpoint in it.
   *
   * @param unwanted whether nobody wants the attempt any more
   */
  SavedWork begin(Order order, BooleanSupplier unwanted) throws CannotStart, StoreUnreachable {
    Path folder = launcher.checkpointFolder(order);
    long untilNanos = System.nanoTime() + RESTORING_NANOS_MAX;
    while (true) {
      try {
        return restored(order, folder);
      } catch (DepotFailure | RuntimeException e) {
        if (System.nanoTime() - untilNanos >= 0 || unwanted.getAsBoolean()) {
          throw new StoreUnreachable("what it has saved cannot be read: " + e.getMessage());
        }
        notices.accept("%s waits for its checkpoint: %s".formatted(task(order), e.getMessage()));
        pause();
      } catch (IOException e) {
        throw new CannotStart("cannot make a folder for checkpoints: " + e);
      }
    }
  }

  private SavedWork restored(Order order, Path folder) throws IOException {
    SavedWork work;
    if (order.saving().isStored()) {
      ScratchFolders.delete(folder);
      modes.makeFolder(folder);
      work =
          new SavedWork(
              order,
              folder,
              awakeMillis,
              new CheckpointShelf(stores.open(order.saving().store()), order.saving().shelf()));
      work.restore();
      modes.close(folder);
    } else {
      modes.makeFolder(folder);
      work = new SavedWork(order, folder, awakeMillis, null);
    }
    work.begin();
    return work;
  }

  private static void pause() {
    try {
      Thread.sleep(RESTORE_AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Saves now; empty when nothing new could be made safe. */
  Optional<Saved> save(SavedWork work, Optional<ProcessHandle> process) {
    Order order = work.order();
    String how = order.saving().how();
    long progressMillis = work.ranMillis();
    long sinceNanos = System.nanoTime();
    return carefully(
        order,
        () -> {
          boolean ready =
              how.isEmpty()
                  || (how.startsWith(SIGNAL) && signalled(work, process, how))
                  || (how.startsWith(COMMAND) && commanded(order, how));
          return ready ? work.save(progressMillis, sinceNanos) : Optional.empty();
        });
  }

  private boolean signalled(SavedWork work, Optional<ProcessHandle> process, String how)
      throws IOException, InterruptedException {
    Order order = work.order();
    String name = how.substring(SIGNAL.length());
    String mark = lineage.ofAttempt(order.ref().toString());
    if (TreeSignal.send(mark, process.map(List::of).orElse(List.of()), name) == 0) {
      notices.accept("%s: nobody listens to %s; nothing is saved".formatted(task(order), name));
      return false;
    }
    if (!work.settles()) {
      notices.accept("%s has saved nothing a minute after %s".formatted(task(order), name));
      return false;
    }
    return true;
  }

  private boolean commanded(Order order, String how) throws IOException, InterruptedException {
    try {
      Launcher.Launched launched = launcher.aside(order, how.substring(COMMAND.length()));
      Process process = launched.process();
      boolean ended = process.waitFor(COMMAND_MINUTES_MAX, TimeUnit.MINUTES);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      launched.removeScript();
      if (!ended || process.exitValue() != 0) {
        notices.accept(
            "the command that saves %s %s; nothing is saved"
                .formatted(
                    task(order), ended ? "ended with " + process.exitValue() : "did not end"));
        return false;
      }
      return true;
    } catch (CannotStart e) {
      notices.accept(
          "the command that saves %s: %s; nothing is saved".formatted(task(order), e.getMessage()));
      return false;
    }
  }

  /** Whether the command has ended itself to be started again. */
  static boolean wantsToGoOn(Order order, Ending ending) {
    return order.saving().how().equals(EXIT_85)
        && ending instanceof Ending.Exited exited
        && exited.code() == SAVED_AND_ENDED;
  }

  /** Saves what a command that ended itself has left; whoever leaves nothing new has failed. */
  Optional<Boolean> saveAndGoOn(SavedWork work, Consumer<Saved> told) {
    return carefully(
        work.order(),
        () -> {
          if (!work.mayStartAgain()) {
            return Optional.empty();
          }
          saveStill(work).ifPresent(told);
          return Optional.of(true);
        });
  }

  /**
   * Saves for the last time what an attempt has left that ended without a result. What was killed
   * may have died while it wrote; and a task that saves when it is told to was not told.
   */
  Optional<Saved> saveLast(SavedWork work, Ending ending) {
    boolean whole =
        ending instanceof Ending.Exited exited
            ? exited.code() != 0 && exited.code() != KILLED
            : ending instanceof Ending.Stopped && !work.wasKilled();
    Optional<Saved> saved =
        whole && work.order().saving().how().isEmpty() ? saveStill(work) : Optional.empty();
    work.end();
    return saved;
  }

  /** Where a store keeps what counts, the folder has done its duty. */
  void tidy(SavedWork work) {
    if (work.order().saving().isStored()) {
      try {
        ScratchFolders.delete(launcher.checkpointFolder(work.order()));
      } catch (IOException staysBehind) {
        // The next attempt here begins with an empty one in any case.
      }
    }
  }

  private Optional<Saved> saveStill(SavedWork work) {
    long sinceNanos = System.nanoTime();
    return carefully(work.order(), () -> work.save(work.ranMillis(), sinceNanos));
  }

  private interface Step<T> {
    Optional<T> take() throws IOException, InterruptedException;
  }

  private <T> Optional<T> carefully(Order order, Step<T> step) {
    try {
      return step.take();
    } catch (IOException | RuntimeException e) {
      notices.accept(
          "%s goes on without a new checkpoint: %s".formatted(task(order), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  private static String task(Order order) {
    return "%s/%d of %s".formatted(order.group(), order.index(), order.jobName());
  }
}
