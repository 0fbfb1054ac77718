package io.windhover.workerprogram;

import io.windhover.depot.DepotAddress;
import io.windhover.depot.s3.S3KeyFile;
import io.windhover.worker.StoreAccess;
import java.nio.file.Path;
import java.util.Optional;

/** Where a worker keeps what tasks save, if not where its manager says, and by which keys. */
final class StoreOptions {
  private StoreOptions() {}

  static StoreAccess of(GivenOptions given) {
    String instead = given.of("--store").map(StoreOptions::address).orElse("");
    Optional<Path> keys = given.of("--store-keys").map(StoreOptions::keys);
    return new StoreAccess(instead, keys, given.environment());
  }

  private static String address(GivenOptions.Given given) {
    try {
      return DepotAddress.parse(given.value()).text();
    } catch (IllegalArgumentException e) {
      throw new BadOption("%s: %s %s".formatted(given.origin(), given.value(), e.getMessage()));
    }
  }

  private static Path keys(GivenOptions.Given given) {
    Path file = Path.of(given.value());
    try {
      S3KeyFile.read(file);
      return file;
    } catch (IllegalArgumentException e) {
      throw new BadOption("%s: %s".formatted(given.origin(), e.getMessage()));
    }
  }
}
