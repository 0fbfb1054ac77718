package io.windhover.store;

import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Result;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The statements of the hot path, prepared once. The driver drops a statement that failed, so after
 * a failure this is closed and made anew.
 */
final class SqliteWrites implements AutoCloseable {
  private final PreparedStatement begin;
  private final PreparedStatement commit;
  private final PreparedStatement insertEntry;
  private final PreparedStatement insertResult;
  private final PreparedStatement put;
  private final PreparedStatement remove;
  private final PreparedStatement dataVersion;

  SqliteWrites(SqliteFile file) throws SQLException {
    begin = file.prepare("BEGIN IMMEDIATE");
    commit = file.prepare("COMMIT");
    insertEntry =
        file.prepare("INSERT INTO journal(sequence, at, batch, decision) VALUES (?, ?, ?, ?)");
    insertResult =
        file.prepare(
            "INSERT INTO results(job, task, attempt, outcome, ended_at, detail)"
                + " VALUES (?, ?, ?, ?, ?, ?)");
    put = file.prepare("INSERT OR REPLACE INTO texts(key, value) VALUES (?, ?)");
    remove = file.prepare("DELETE FROM texts WHERE key = ?");
    dataVersion = file.prepare("PRAGMA data_version");
  }

  void begin() throws SQLException {
    begin.execute();
  }

  void commit() throws SQLException {
    commit.execute();
  }

  void insert(Entry entry) throws SQLException {
    insertEntry.setLong(1, entry.sequence());
    insertEntry.setLong(2, entry.atMillis());
    PackedText.bind(insertEntry, 3, entry.batch());
    PackedText.bind(insertEntry, 4, entry.decision());
    insertEntry.executeUpdate();
  }

  void insert(Result result) throws SQLException {
    insertResult.setInt(1, result.job());
    insertResult.setInt(2, result.task());
    insertResult.setInt(3, result.attempt());
    insertResult.setString(4, result.outcome());
    insertResult.setLong(5, result.endedAtMillis());
    PackedText.bind(insertResult, 6, result.detail());
    try {
      insertResult.executeUpdate();
    } catch (SQLiteException e) {
      if (e.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE) {
        throw new IllegalStateException("recorded as succeeded twice: " + result, e);
      }
      throw e;
    }
  }

  void put(String key, String value) throws SQLException {
    put.setString(1, key);
    PackedText.bind(put, 2, value);
    put.executeUpdate();
  }

  /** A text that is empty is removed. */
  void put(Map<String, String> texts) throws SQLException {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      if (text.getValue().isEmpty()) {
        remove(text.getKey());
      } else {
        put(text.getKey(), text.getValue());
      }
    }
  }

  private void remove(String key) throws SQLException {
    remove.setString(1, key);
    remove.executeUpdate();
  }

  /** A number that changes whenever another connection has changed the database. */
  long dataVersion() throws SQLException {
    try (ResultSet row = dataVersion.executeQuery()) {
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    begin.close();
    commit.close();
    insertEntry.close();
    insertResult.close();
    put.close();
    dataVersion.close();
  }
}
