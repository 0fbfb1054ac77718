package io.windhover.app.virtual;

import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The real store, opened again and again on one file. */
final class FastStores implements Supplier<Store> {
  private final Path database;

  FastStores(Path folder, long seed) {
    this.database = folder.resolve("story" + seed + ".db");
  }

  @Override
  public Store get() {
    return Files.exists(database) ? SqliteStore.open(database) : SqliteStore.create(database);
  }
}
