package io.windhover.store;

import io.windhover.host.FolderModes;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Copies of databases that are in use, for {@link StateFolder#backUp}. */
final class SqliteBackup {
  private SqliteBackup() {}

  /**
   * Writes a copy of a database that another process may be writing: all that was committed when it
   * began, nothing of what came later. The writer is not held up.
   *
   * @param copy must not be there
   */
  static void backUp(Path database, Path copy) {
    if (Files.exists(copy)) {
      throw Failures.failure(Kind.NOT_OURS, copy + ": already there", null);
    }
    try (StoreView readable = SqliteStore.openForReading(database);
        SqliteFile file = SqliteFile.open(database, SqliteFile.Mode.READ);
        PreparedStatement vacuum = file.prepare("VACUUM INTO ?")) {
      readable.lastSequence(); // It is one of ours, and its files are in order.
      makeEmpty(copy);
      vacuum.setString(1, copy.toAbsolutePath().toString());
      vacuum.execute();
    } catch (SQLException e) {
      throw Failures.of(database, e);
    }
    try (FileChannel written = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      written.force(true);
    } catch (IOException e) {
      throw Failures.of(copy, e);
    }
  }

  /** SQLite takes a file that is there and empty; one that it made would be as the umask says. */
  private static void makeEmpty(Path copy) {
    try {
      Path folder = copy.toAbsolutePath().getParent();
      Files.createFile(
          copy, folder == null ? new FileAttribute<?>[0] : FolderModes.ofFilesIn(folder));
    } catch (IOException e) {
      throw Failures.of(copy, e);
    }
  }
}
