package io.windhover.workload.scenario;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where what tasks save is kept, as cloud files and managers' settings say it: a folder or a
 * bucket.
 *
 * @param folder that all machines share; empty for a bucket
 */
public record StorePlace(Optional<Path> folder, Optional<Bucket> bucket) {
  /**
   * A bucket at S3, or at anything that speaks like it.
   *
   * @param prefix of all that is kept there; empty, or with a slash at its end
   * @param endpoint empty for AWS itself
   * @param keys a file with credentials; empty for those of the environment
   */
  public record Bucket(
      String name, String prefix, String endpoint, String region, Optional<Path> keys) {}

  public static StorePlace of(Path folder) {
    return new StorePlace(Optional.of(folder), Optional.empty());
  }

  static StorePlace of(Bucket bucket) {
    return new StorePlace(Optional.empty(), Optional.of(bucket));
  }
}
