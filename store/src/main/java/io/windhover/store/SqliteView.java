package io.windhover.store;

import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Result;
import io.windhover.store.Store.Snapshot;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteException;

/**
 * Reads a database that another process may be writing, also where nothing may be written.
 *
 * <p>A reader of a database with a write-ahead log needs the log's index, a file beside it that it
 * makes when it is missing. In a folder that we may not write there are three cases: the index is
 * there (a manager runs, or was killed) and is used as it is; there is no log (the run has ended),
 * so nobody is writing and the file is read as it is; there is a log without an index, so both are
 * copied to the temporary folder and read there.
 */
final class SqliteView implements StoreView {
  private final SqliteFile file;
  private final SqliteReads reads;
  private final @Nullable Path copies;

  private SqliteView(SqliteFile file, @Nullable Path copies) {
    this.file = file;
    this.reads = new SqliteReads(file);
    this.copies = copies;
  }

  static SqliteView open(Path database) {
    Path path = database.toAbsolutePath();
    if (!Files.exists(path)) {
      throw Failures.failure(
          Kind.MISSING, database + ": not there; nothing was run here, or it was lost", null);
    }
    try {
      return open(path, SqliteFile.Mode.READ, null);
    } catch (SQLException e) {
      if (!needsFilesBeside(e) || !Files.isReadable(path)) {
        throw Failures.of(path, e);
      }
    }
    try {
      Path log = beside(path, "-wal");
      return Files.exists(log) && Files.size(log) > 0
          ? openCopy(path, log)
          : open(path, SqliteFile.Mode.READ_UNCHANGING, null);
    } catch (SQLException e) {
      throw Failures.of(path, e);
    } catch (IOException e) {
      throw Failures.of(path, e);
    }
  }

  static Path beside(Path database, String suffix) {
    return database.resolveSibling(database.getFileName() + suffix);
  }

  private static SqliteView open(Path path, SqliteFile.Mode mode, @Nullable Path copies)
      throws SQLException {
    SqliteFile file = SqliteFile.open(path, mode);
    boolean fine = false;
    try {
      Schema.check(file);
      fine = true;
      return new SqliteView(file, copies);
    } finally {
      if (!fine) {
        file.close();
      }
    }
  }

  private static SqliteView openCopy(Path path, Path log) throws IOException, SQLException {
    Path folder = Files.createTempDirectory("windhover-view");
    boolean fine = false;
    try {
      Path copy = folder.resolve(path.getFileName());
      Files.copy(path, copy);
      Files.copy(log, beside(copy, "-wal"));
      SqliteView view = open(copy, SqliteFile.Mode.READ, folder);
      fine = true;
      return view;
    } finally {
      if (!fine) {
        delete(folder);
      }
    }
  }

  /** CANTOPEN and READONLY: what SQLite says when it may not make the index. */
  private static boolean needsFilesBeside(SQLException e) {
    if (!(e instanceof SQLiteException failed)) {
      return false;
    }
    int code = failed.getResultCode().code & 0xff;
    return code == 14 || code == 8;
  }

  private static void delete(Path folder) {
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      // What stays in the temporary folder is the system's to clean.
    }
  }

  @Override
  public void entriesAfter(long sequence, Consumer<Entry> consumer) {
    reads.entriesAfter(sequence, consumer);
  }

  @Override
  public long lastSequence() {
    return reads.lastSequence();
  }

  @Override
  public long firstSequence() {
    return reads.firstSequence();
  }

  @Override
  public Optional<Snapshot> latestSnapshot() {
    return reads.latestSnapshot();
  }

  @Override
  public Optional<Snapshot> earliestSnapshot() {
    return reads.earliestSnapshot();
  }

  @Override
  public void results(Consumer<Result> consumer) {
    reads.results(consumer);
  }

  @Override
  public void resultsByTask(int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    reads.resultsByTask(job, firstTask, lastTask, consumer);
  }

  @Override
  public void results(int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    reads.results(job, firstTask, lastTask, consumer);
  }

  @Override
  public Optional<String> value(String key) {
    return reads.value(key);
  }

  @Override
  public void texts(KeyRange keys, BiConsumer<String, String> consumer) {
    reads.texts(keys, consumer);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (SQLException e) {
      throw file.failed(e);
    } finally {
      if (copies != null) {
        delete(copies);
      }
    }
  }
}
