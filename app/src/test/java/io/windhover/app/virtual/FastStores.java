package io.windhover.app.virtual;

import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The real store, opened again and again on one file, in memory where the system has such files.
 */
final class FastStores implements Supplier<Store> {
  private final Path database;

  /** A folder for the stores of one test class; on a disk every submission would cost an fsync. */
  static Path folder() {
    Path inMemory = Path.of("/dev/shm");
    try {
      return Files.isWritable(inMemory)
          ? Files.createTempDirectory(inMemory, "windhover")
          : Files.createTempDirectory("windhover");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  FastStores(Path folder, long seed) {
    this.database = folder.resolve("story" + seed + ".db");
  }

  void delete() {
    try {
      Files.deleteIfExists(database);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Store get() {
    return Files.exists(database) ? SqliteStore.open(database) : SqliteStore.create(database);
  }
}
