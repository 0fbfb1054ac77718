package io.windhover.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Leaves requests in a database that a manager holds: one short transaction each. */
final class SqliteDesk implements RequestDesk {
  private final SqliteFile file;
  private final SqliteReads reads;

  private SqliteDesk(SqliteFile file) {
    this.file = file;
    this.reads = new SqliteReads(file);
  }

  static SqliteDesk open(Path database) {
    if (!Files.exists(database)) {
      throw Failures.failure(
          StoreException.Kind.MISSING,
          database + ": not there; nothing was run here, or it was lost",
          null);
    }
    try {
      SqliteFile file = SqliteFile.open(database, SqliteFile.Mode.WRITE);
      boolean fine = false;
      try {
        Schema.check(file);
        // Moving the log into the database is the manager's work, at its own time.
        file.execute("PRAGMA synchronous = NORMAL", "PRAGMA wal_autocheckpoint = 0");
        fine = true;
        return new SqliteDesk(file);
      } finally {
        if (!fine) {
          file.close();
        }
      }
    } catch (SQLException e) {
      throw Failures.of(database, e);
    }
  }

  static long insert(SqliteFile file, String body) throws SQLException {
    try (PreparedStatement insert =
        file.prepare("INSERT INTO requests(body) VALUES (?) RETURNING id")) {
      PackedText.bind(insert, 1, body);
      try (ResultSet row = insert.executeQuery()) {
        return row.getLong(1);
      }
    }
  }

  @Override
  public long request(String body) {
    try {
      return insert(file, body);
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  @Override
  public Optional<String> answerTo(long requestId) {
    return reads.answerTo(requestId);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }
}
