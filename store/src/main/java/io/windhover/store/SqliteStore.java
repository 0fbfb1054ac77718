package io.windhover.store;

import io.windhover.store.StoreException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A store in one SQLite file with a write-ahead log. For the one process that holds the state
 * folder; calls from several threads wait for one another.
 *
 * <p>What SQLite promises in this mode: with synchronous NORMAL a commit is written to the log but
 * not forced to the disk, so the death of the process loses nothing while a power cut may lose the
 * newest commits, always from the end. With FULL the log is forced at the commit; it is one file
 * written in order, so that everything committed before is on the disk too. Closing forces all.
 */
public final class SqliteStore implements Store {
  /**
   * Small: a commit is a few hundred bytes in three pages, and each is summed and written whole.
   */
  static final int PAGE_BYTES = 1024;

  /** Pages in the log at which the writer moves it into the database itself: 64 MiB. */
  private static final int LOG_PAGES_MAX = 64 * 1024 * 1024 / PAGE_BYTES;

  private final SqliteFile file;
  private final SqliteReads reads;
  private final Checkpointer checkpointer;
  private Durability durability = Durability.PROCESS_CRASH;
  private long lastSequence;
  private long seenVersion;
  private @Nullable SqliteWrites prepared;
  private @Nullable List<Request> pending;
  private @Nullable StoreException broken;

  private SqliteStore(SqliteFile file) throws SQLException {
    this.file = file;
    this.reads = new SqliteReads(file);
    lastSequence = reads.lastSequence();
    checkpointer = new Checkpointer(file.path());
  }

  /** Makes a new database; there must be none. The caller holds the state folder. */
  public static SqliteStore create(Path database) {
    if (Files.exists(database)) {
      throw Failures.failure(Kind.NOT_OURS, database + ": already there", null);
    }
    return open(database, SqliteFile.Mode.CREATE);
  }

  /** Opens what {@link #create} made, or began to make. The caller holds the state folder. */
  public static SqliteStore open(Path database) {
    if (!Files.exists(database)) {
      throw Failures.failure(
          Kind.MISSING, database + ": not there; nothing was run here, or it was lost", null);
    }
    return open(database, SqliteFile.Mode.WRITE);
  }

  /** As {@link #open(Path)}, but one without tables is a loss and not a beginning. */
  static SqliteStore openFinished(Path database) {
    try (SqliteFile file = SqliteFile.open(database, SqliteFile.Mode.WRITE)) {
      Schema.check(file);
    } catch (SQLException e) {
      throw Failures.of(database, e);
    }
    return open(database);
  }

  /** Reads beside a running manager or after it, also where nothing may be written. */
  public static StoreView openForReading(Path database) {
    return SqliteView.open(database);
  }

  /** Leaves requests beside a running manager; the database must be writable for us. */
  public static RequestDesk openDesk(Path database) {
    return SqliteDesk.open(database);
  }

  private static SqliteStore open(Path database, SqliteFile.Mode mode) {
    try {
      SqliteFile file = SqliteFile.open(database, mode);
      boolean fine = false;
      try {
        file.execute(
            "PRAGMA page_size = " + PAGE_BYTES,
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = NORMAL",
            "PRAGMA cache_size = -8000",
            "PRAGMA wal_autocheckpoint = " + LOG_PAGES_MAX);
        Schema.createOrCheck(file);
        Schema.identify(file);
        var store = new SqliteStore(file);
        fine = true;
        return store;
      } finally {
        if (!fine) {
          file.close();
        }
      }
    } catch (SQLException e) {
      throw Failures.of(database, e);
    }
  }

  /** Limits the size of the database, so that a test need not fill a disk. */
  synchronized void limitPages(long pagesMax) {
    try {
      file.execute("PRAGMA max_page_count = " + pagesMax);
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  @Override
  public synchronized void append(
      List<Entry> entries, List<Result> results, Map<String, String> texts, Durability durability) {
    long next = lastSequence;
    long chars = 0;
    for (Entry entry : entries) {
      chars += entry.batch().length() + entry.decision().length();
      if (entry.sequence() != ++next) {
        throw new IllegalArgumentException(
            "entry " + entry.sequence() + " where " + next + " comes next");
      }
    }
    if (entries.isEmpty() && results.isEmpty() && texts.isEmpty()) {
      return;
    }
    write(
        durability,
        writes -> {
          for (Entry entry : entries) {
            writes.insert(entry);
          }
          for (Result result : results) {
            writes.insert(result);
          }
          writes.put(texts);
        });
    lastSequence = next;
    checkpointer.committed(chars);
  }

  @Override
  public synchronized void saveSnapshot(
      Snapshot snapshot, long neededFrom, Map<String, String> texts) {
    write(
        Durability.PROCESS_CRASH,
        writes -> {
          SqliteTrims.saveSnapshot(file, snapshot, neededFrom);
          writes.put(texts);
        });
  }

  @Override
  public synchronized int forgetEntries(long throughSequence, int most) {
    var dropped = new int[1];
    write(
        Durability.PROCESS_CRASH,
        writes -> dropped[0] = SqliteTrims.entries(file, throughSequence, most, lastSequence));
    return dropped[0];
  }

  @Override
  public synchronized int forgetResults(int job, int most) {
    var dropped = new int[1];
    write(Durability.PROCESS_CRASH, writes -> dropped[0] = SqliteTrims.results(file, job, most));
    return dropped[0];
  }

  @Override
  public synchronized void put(String key, String value) {
    write(Durability.PROCESS_CRASH, writes -> writes.put(key, value));
  }

  @Override
  public synchronized long request(String body) {
    var id = new long[1];
    write(Durability.PROCESS_CRASH, writes -> id[0] = SqliteDesk.insert(file, body));
    pending = null;
    return id[0];
  }

  @Override
  public synchronized List<Request> pendingRequests() {
    long version = dataVersion();
    List<Request> known = pending;
    if (known == null || version != seenVersion) {
      // The version is read first: what is committed in between is seen now and looked at again.
      known = reads.pendingRequests();
      pending = known;
      seenVersion = version;
    }
    return known;
  }

  private long dataVersion() {
    try {
      return prepared().dataVersion();
    } catch (SQLException e) {
      dropPrepared();
      throw file.failed(e);
    }
  }

  @Override
  public synchronized void answer(long requestId, String answer) {
    write(
        Durability.PROCESS_CRASH,
        writes -> {
          try (PreparedStatement update =
              file.prepare("UPDATE requests SET answer = ? WHERE id = ? AND answer IS NULL")) {
            PackedText.bind(update, 1, answer);
            update.setLong(2, requestId);
            update.executeUpdate();
          }
        });
    pending = null;
  }

  @Override
  public synchronized Optional<String> answerTo(long requestId) {
    return reads.answerTo(requestId);
  }

  @Override
  public synchronized void entriesAfter(long sequence, Consumer<Entry> consumer) {
    reads.entriesAfter(sequence, consumer);
  }

  @Override
  public synchronized long lastSequence() {
    return lastSequence;
  }

  @Override
  public synchronized long firstSequence() {
    return reads.firstSequence();
  }

  @Override
  public synchronized Optional<Snapshot> latestSnapshot() {
    return reads.latestSnapshot();
  }

  @Override
  public synchronized Optional<Snapshot> earliestSnapshot() {
    return reads.earliestSnapshot();
  }

  @Override
  public synchronized void results(Consumer<Result> consumer) {
    reads.results(consumer);
  }

  @Override
  public synchronized void results(
      int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    reads.results(job, firstTask, lastTask, consumer);
  }

  @Override
  public synchronized void resultsByTask(
      int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    reads.resultsByTask(job, firstTask, lastTask, consumer);
  }

  /**
   * From now on the results of one task are found without looking at all of them. That makes every
   * result a little dearer to write, so it is for those who are asked often.
   */
  public synchronized void indexResults() {
    try {
      file.execute("CREATE INDEX IF NOT EXISTS results_of_tasks ON results(job, task)");
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  @Override
  public synchronized Optional<String> value(String key) {
    return reads.value(key);
  }

  @Override
  public synchronized void texts(KeyRange keys, BiConsumer<String, String> consumer) {
    reads.texts(keys, consumer);
  }

  @Override
  public synchronized void close() {
    try (file) {
      checkpointer.close();
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  /** One transaction: all of it, or nothing and an exception. */
  private void write(Durability wanted, Changes changes) {
    refuseWhenBroken();
    boolean committed = false;
    try {
      switchTo(wanted);
      SqliteWrites writes = prepared();
      writes.begin();
      changes.make(writes);
      writes.commit();
      committed = true;
    } catch (SQLException e) {
      StoreException failure = file.failed(e);
      if (isUnforced(e)) {
        broken = failure;
      }
      throw failure;
    } finally {
      if (!committed) {
        rollBack();
      }
    }
  }

  private void refuseWhenBroken() {
    SQLException failure = checkpointer.failure();
    if (broken == null && failure != null && isUnforced(failure)) {
      broken = file.failed(failure);
    }
    if (broken != null) {
      throw broken;
    }
  }

  private void switchTo(Durability wanted) throws SQLException {
    if (wanted != durability) {
      boolean disk = wanted == Durability.POWER_LOSS;
      file.execute(disk ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
      durability = wanted;
    }
  }

  private void rollBack() {
    dropPrepared();
    try {
      file.execute("ROLLBACK");
    } catch (SQLException e) {
      // Nothing to do: SQLite has ended the transaction itself, as it does when the disk is full.
    }
  }

  private SqliteWrites prepared() throws SQLException {
    SqliteWrites known = prepared;
    if (known == null) {
      known = new SqliteWrites(file);
      prepared = known;
    }
    return known;
  }

  private void dropPrepared() {
    SqliteWrites known = prepared;
    prepared = null;
    if (known != null) {
      try {
        known.close();
      } catch (SQLException e) {
        // They repeat the failure that is being reported.
      }
    }
  }

  /** After a failed force the system may have dropped the data, and forcing again tells lies. */
  private static boolean isUnforced(SQLException e) {
    return e instanceof SQLiteException failed
        && failed.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_FSYNC;
  }

  @FunctionalInterface
  private interface Changes {
    void make(SqliteWrites writes) throws SQLException;
  }
}
