package io.windhover.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Moves the log into the database on a thread and a connection of its own, so that the manager's
 * loop never waits for the forced writes in it (a quarter of a second each on a busy disk).
 *
 * <p>A log starts over only when all of it has been moved, which a loop that never pauses can
 * prevent for as long as it likes; therefore the writer itself moves the rest, mostly little, when
 * the log reaches its limit.
 *
 * <p>The connection is made when it is first needed: every open file of this process makes starting
 * a command slower, as Java closes them one by one in the new process, and short runs need none.
 */
final class Checkpointer implements AutoCloseable {
  /** Pages written before the log is moved: 8 MiB. */
  private static final int PAGES_BETWEEN = 8 * 1024 * 1024 / SqliteStore.PAGE_BYTES;

  /** Every commit writes at least the ends of two tables and of an index. */
  private static final int PAGES_PER_COMMIT = 3;

  private final Path database;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(Checkpointer::daemon);
  private final AtomicBoolean underWay = new AtomicBoolean();
  private long pages;
  private volatile @Nullable SQLException failure;

  Checkpointer(Path database) {
    this.database = database;
  }

  /** Told after every commit, with about how much it wrote; from the writer only. */
  void committed(long chars) {
    pages += PAGES_PER_COMMIT + chars / SqliteStore.PAGE_BYTES;
    if (pages >= PAGES_BETWEEN && underWay.compareAndSet(false, true)) {
      pages = 0;
      thread.execute(this::move);
    }
  }

  /** What went wrong last, if it did. */
  @Nullable SQLException failure() {
    return failure;
  }

  private void move() {
    try (SqliteFile file = SqliteFile.open(database, SqliteFile.Mode.WRITE)) {
      file.number("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (SQLException e) {
      failure = e;
    } finally {
      underWay.set(false);
    }
  }

  private static Thread daemon(Runnable work) {
    var thread = new Thread(work, "store-checkpoints");
    thread.setDaemon(true);
    return thread;
  }

  /** Waits for a move under way: the connection cannot end in the midst of it. */
  @Override
  public void close() throws SQLException {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new SQLException("the disk has not answered for a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
