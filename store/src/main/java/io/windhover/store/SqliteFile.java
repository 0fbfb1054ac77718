package io.windhover.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** One connection to a database file. */
final class SqliteFile implements AutoCloseable {
  enum Mode {
    /** Reads and writes; the file is made when missing. */
    CREATE,
    /** Reads and writes a file that is there. */
    WRITE,
    READ,
    /** Reads a file that nobody can be writing: needs nothing beside it, takes no locks. */
    READ_UNCHANGING
  }

  /** Writers wait this long for one another; each holds the database for milliseconds only. */
  private static final int BUSY_MILLIS_MAX = 20_000;

  private final Path path;
  private final Connection connection;

  private SqliteFile(Path path, Connection connection) {
    this.path = path;
    this.connection = connection;
  }

  static SqliteFile open(Path path, Mode mode) throws SQLException {
    var config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS_MAX);
    // Else the driver asks for the number of the row after every insert: a query more for each.
    config.setGetGeneratedKeys(false);
    switch (mode) {
      case CREATE -> {}
      case WRITE -> config.resetOpenMode(SQLiteOpenMode.CREATE);
      case READ, READ_UNCHANGING -> config.setReadOnly(true);
    }
    config.setOpenMode(SQLiteOpenMode.OPEN_URI);
    // As an address, so that question marks and the like in a folder's name stay what they are.
    String address = "file:" + path.toAbsolutePath().toUri().getRawPath();
    String options = mode == Mode.READ_UNCHANGING ? "?immutable=1" : "";
    return new SqliteFile(path, config.createConnection("jdbc:sqlite:" + address + options));
  }

  Path path() {
    return path;
  }

  PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  /** Runs statements that answer nothing of interest. */
  void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The one number a query answers. */
  long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  StoreException failed(SQLException e) {
    return Failures.of(path, e);
  }

  /** Ends the connection and with it all its statements. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
