package io.windhover.store;

import io.windhover.store.StoreException.Kind;
import java.sql.SQLException;

/** The tables, and whether a file holds them. */
final class Schema {
  /** Goes up by one with every change that an older program would stumble over. */
  static final int FORMAT = 1;

  /** Marks the file as ours for us and for file(1): "WHVR". */
  private static final int APPLICATION = 0x57485652;

  private static final String[] TABLES = {
    """
    CREATE TABLE journal(
      sequence INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      batch NOT NULL,
      decision NOT NULL)\
    """,
    """
    CREATE TABLE results(
      number INTEGER PRIMARY KEY,
      job INTEGER NOT NULL,
      task INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      ended_at INTEGER NOT NULL,
      detail NOT NULL)\
    """,
    // A second guard below the manager's own: no task can be recorded as succeeded twice.
    """
    CREATE UNIQUE INDEX succeeded_once ON results(job, task) WHERE outcome = 'succeeded'\
    """,
    "CREATE TABLE snapshots(sequence INTEGER PRIMARY KEY, state NOT NULL)",
    "CREATE TABLE texts(key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID",
    "CREATE TABLE requests(id INTEGER PRIMARY KEY AUTOINCREMENT, body NOT NULL, answer)",
    "CREATE INDEX requests_waiting ON requests(id) WHERE answer IS NULL",
  };

  private Schema() {}

  /** Makes the tables in a new file; a file that has them must be of our format. */
  static void createOrCheck(SqliteFile file) throws SQLException {
    if (!isEmpty(file)) {
      check(file);
      return;
    }
    // One transaction, so a death in the midst leaves an empty file, which the next open fills.
    file.execute("BEGIN IMMEDIATE");
    if (isEmpty(file)) {
      file.execute(TABLES);
      file.execute("PRAGMA application_id = " + APPLICATION, "PRAGMA user_version = " + FORMAT);
    }
    file.execute("COMMIT");
  }

  /** Gives the state its identity if it has none yet; those of before there were any had none. */
  static void identify(SqliteFile file) throws SQLException {
    String has = "SELECT count(*) FROM texts WHERE key = '" + Store.IDENTITY + "'";
    if (file.number(has) == 0) {
      file.execute(
          "INSERT OR IGNORE INTO texts(key, value) VALUES ('"
              + Store.IDENTITY
              + "', lower(hex(randomblob(8))))");
    }
  }

  static void check(SqliteFile file) throws SQLException {
    long format = file.number("PRAGMA user_version");
    if (isEmpty(file)) {
      throw Failures.failure(
          Kind.MISSING,
          file.path() + ": an empty database; nothing was recorded here, or it was emptied",
          null);
    }
    if (file.number("PRAGMA application_id") != APPLICATION) {
      throw Failures.failure(
          Kind.NOT_OURS,
          file.path() + ": a database of another program; choose another folder",
          null);
    }
    if (format > FORMAT) {
      throw Failures.failure(
          Kind.NEWER_FORMAT,
          String.format(
              "%s: written by a newer Windhover (format %d, this one knows %d); use that version",
              file.path(), format, FORMAT),
          null);
    }
  }

  private static boolean isEmpty(SqliteFile file) throws SQLException {
    return file.number("SELECT count(*) FROM sqlite_schema") == 0;
  }
}
