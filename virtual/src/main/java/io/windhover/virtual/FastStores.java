package io.windhover.virtual;

import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * The real store, opened again and again on one file, in memory where the system has such files.
 */
public final class FastStores implements Supplier<Store> {
  private final Path database;
  private int created;

  /** A folder for the stores of one test class; on a disk every submission would cost an fsync. */
  public static Path folder() {
    Path inMemory = Path.of("/dev/shm");
    try {
      return Files.isWritable(inMemory)
          ? Files.createTempDirectory(inMemory, "windhover")
          : Files.createTempDirectory("windhover");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public FastStores(Path folder, long seed) {
    this.database = folder.resolve("story" + seed + ".db");
  }

  /** Also when the process is interrupted nothing stays behind. */
  public FastStores deletedOnExit() {
    for (String suffix : List.of("", "-wal", "-shm")) {
      Path file = database.resolveSibling(database.getFileName() + suffix);
      file.toFile().deleteOnExit();
    }
    return this;
  }

  public void delete() {
    try {
      Files.deleteIfExists(database);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Store get() {
    if (Files.exists(database)) {
      return SqliteStore.open(database);
    }
    Store store = SqliteStore.create(database);
    // By chance otherwise, and with it the names of rented machines: a seed must tell all.
    store.put(Store.IDENTITY, database.getFileName() + "-" + ++created);
    return store;
  }
}
