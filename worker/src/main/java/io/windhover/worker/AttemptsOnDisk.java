package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a worker of a pool has begun and not yet been thanked for, in a file of its folder: a line
 * before a command starts, one for each report, one for each acknowledgement. A worker that was
 * killed and is started in the same folder goes on with the same session, says the reports that
 * were not acknowledged, and says of what had started and not ended that it was stopped. So no task
 * runs twice but those whose commands were running when it was killed.
 *
 * <p>Nothing is forced to the disk: it guards against the death of the process. After a power cut
 * the last lines may be missing, and those tasks run again. Used by one thread at a time, that of
 * the {@link Agent}.
 */
public final class AttemptsOnDisk {
  private static final String FILE = "attempts";
  private static final long BYTES_MAX = 1L << 20;

  private final @Nullable Path file;
  private final String worker;
  private final String manager;
  private final Consumer<String> notices;
  private final String session;
  private final List<HeldAttempt> earlier;

  /** Reports that are in the file; they are often said again. */
  private final Set<AttemptRef> reported = new HashSet<>();

  private final StringBuilder unwritten = new StringBuilder();
  private boolean isPressing;
  private long bytes;
  private long bytesMax = BYTES_MAX;
  private @Nullable FileOutputStream out;

  private AttemptsOnDisk(
      @Nullable Path file,
      String worker,
      String manager,
      Consumer<String> notices,
      String session,
      List<HeldAttempt> earlier) {
    this.file = file;
    this.worker = worker;
    this.manager = manager;
    this.notices = notices;
    this.session = session;
    this.earlier = earlier;
  }

  /** For a worker that ends with its manager. */
  static AttemptsOnDisk none() {
    return new AttemptsOnDisk(null, "", "", notice -> {}, "", List.of());
  }

  /** Whether a worker of a pool has worked in this folder. */
  public static boolean isOfWorker(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /**
   * Reads what an earlier life left in this folder, if it was of the same worker and manager, and
   * begins to write. Whatever it left running must have been ended.
   *
   * @param worker its address
   * @param manager the manager's
   * @param newSession for a worker that has no earlier life to go on with
   * @param notices told, in a line for people, what was found and what could not be written
   */
  public static AttemptsOnDisk open(
      Path folder, String worker, String manager, String newSession, Consumer<String> notices) {
    Path file = folder.resolve(FILE);
    EarlierAttempts earlier = null;
    try {
      if (Files.exists(file)) {
        earlier = EarlierAttempts.read(file, worker, manager);
      }
    } catch (IOException | IllegalArgumentException e) {
      notices.accept(
          "%s of an earlier worker is not used: %s; what it had not reported runs again"
              .formatted(file, e.getMessage()));
    }
    if (earlier != null && earlier.isOver()) {
      earlier = null;
    }
    if (earlier != null) {
      tell(earlier, notices);
      earlier.stopAll();
    }
    var disk =
        new AttemptsOnDisk(
            file,
            worker,
            manager,
            notices,
            earlier == null ? newSession : earlier.session(),
            earlier == null ? List.of() : earlier.held());
    disk.rewrite(earlier == null ? List.of() : earlier.lines());
    disk.earlier.stream()
        .filter(attempt -> attempt.phase == HeldAttempt.Phase.REPORTING)
        .forEach(attempt -> disk.reported.add(attempt.ref()));
    return disk;
  }

  private static void tell(EarlierAttempts earlier, Consumer<String> notices) {
    long ended = earlier.count(true);
    long stopped = earlier.count(false);
    if (ended + stopped > 0) {
      notices.accept(
          "of the worker before this one: %d %s not yet heard of, %d %s stopped with it"
              .formatted(
                  ended,
                  ended == 1 ? "report" : "reports",
                  stopped,
                  stopped == 1 ? "task" : "tasks"));
    }
    for (AttemptRef ref : earlier.halfCleaned()) {
      notices.accept(
          "the cleanup of " + ref + " had begun when the worker ended; it is not begun again");
    }
  }

  /** The session to join with: that of the earlier life, or the new one. */
  public String session() {
    return session;
  }

  /** What an earlier life has begun and nobody has heard the end of. */
  List<HeldAttempt> earlier() {
    return earlier;
  }

  /** A runner that writes down what it is about to start. */
  Runner before(Runner runner) {
    return new Runner() {
      @Override
      public void start(Order order) {
        line(() -> AttemptLines.started(order), true);
        flush();
        runner.start(order);
      }

      @Override
      public void clean(Order order) {
        // A cleanup that boots the machine must not find that it has not been begun.
        isPressing = true;
        flush();
        runner.clean(order);
      }

      @Override
      public void stop(AttemptRef ref, long graceMillis) {
        runner.stop(ref, graceMillis);
      }

      @Override
      public void checkpoint(AttemptRef ref) {
        runner.checkpoint(ref);
      }
    };
  }

  /** The worker says something; what must be known in a next life is written by {@link #flush}. */
  void says(ToManager message) {
    if (message instanceof ToManager.Report report) {
      add(report);
    } else if (message instanceof ToManager.Cleaned cleaned) {
      line(() -> AttemptLines.of(AttemptLines.CLEANED, cleaned.ref()), true);
    } else if (message instanceof ToManager.Leave) {
      line(() -> AttemptLines.LEFT, true);
    }
  }

  private void add(ToManager.Report report) {
    if (out != null && reported.add(report.ref())) {
      line(() -> AttemptLines.ended(report), true);
    }
  }

  /** The manager says something. An answer that is lost is asked for again: it can wait. */
  void hears(ToWorker message) {
    if (message instanceof ToWorker.Acknowledge acknowledge) {
      if (reported.remove(acknowledge.ref())) {
        line(() -> AttemptLines.of(AttemptLines.ACKNOWLEDGED, acknowledge.ref()), false);
      }
    } else if (message instanceof ToWorker.RoomIsFree free) {
      line(() -> AttemptLines.of(AttemptLines.FREE, free.ref()), false);
    }
  }

  /** What makes a line when one is wanted. */
  private interface Line {
    String make();
  }

  private void line(Line line, boolean pressing) {
    if (out != null) {
      unwritten.append(line.make()).append('\n');
      isPressing |= pressing;
    }
  }

  /** Writes what should not be lost when this process is killed now. */
  void flush() {
    FileOutputStream open = out;
    if (open == null || !isPressing) {
      return;
    }
    try {
      byte[] text = unwritten.toString().getBytes(StandardCharsets.ISO_8859_1);
      unwritten.setLength(0);
      isPressing = false;
      open.write(text);
      bytes += text.length;
      if (bytes > bytesMax && file != null) {
        rewrite(EarlierAttempts.read(file, worker, manager).lines());
      }
    } catch (IOException | IllegalArgumentException e) {
      giveUp(e);
    }
  }

  /** Puts a file in the place of the old one that holds nothing else. */
  private void rewrite(List<String> lines) {
    if (file == null) {
      return;
    }
    var text = new StringBuilder(AttemptLines.head(session, worker, manager)).append('\n');
    lines.forEach(line -> text.append(line).append('\n'));
    try {
      close();
      Path fresh = file.resolveSibling(FILE + ".new");
      byte[] all = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      StateModes.of(file.toAbsolutePath().resolveSibling("")).write(fresh, all);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      out = new FileOutputStream(file.toFile(), true);
      bytes = all.length;
      bytesMax = Math.max(BYTES_MAX, 2 * bytes);
    } catch (IOException e) {
      giveUp(e);
    }
  }

  /** A file that is not whole would be of no use. */
  private void giveUp(Exception why) {
    notices.accept(
        "cannot write %s: %s; if this worker is killed, what it has not reported runs again"
            .formatted(file, why.getMessage()));
    close();
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException staysBehind) {
      // A next life finds lines that are true, or a file that it cannot read.
    }
  }

  /** Writes no more. */
  void close() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException lost) {
      // All that mattered was written before.
    }
    out = null;
  }
}
