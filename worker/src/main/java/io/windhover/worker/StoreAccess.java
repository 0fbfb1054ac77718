package io.windhover.worker;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotAddress;
import io.windhover.depot.DepotFailure;
import io.windhover.depot.s3.S3Credentials;
import io.windhover.depot.s3.S3KeyFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A worker's way to the stores that orders name. What it shows there is its own, from a file or its
 * environment: nothing that comes over the wire.
 */
public final class StoreAccess {
  private final String instead;
  private final Optional<Path> keyFile;
  private final Map<String, String> environment;
  private final Map<String, Depot> open = new ConcurrentHashMap<>();

  /**
   * Opens nothing yet.
   *
   * @param instead the address of a store to be used in place of all others; empty for none
   * @param keyFile with credentials, which are looked at anew for each call
   * @param environment where credentials are looked for otherwise
   */
  public StoreAccess(String instead, Optional<Path> keyFile, Map<String, String> environment) {
    this.instead = instead;
    this.keyFile = keyFile;
    this.environment = Map.copyOf(environment);
  }

  /** With what the environment of this process has. */
  static StoreAccess usual() {
    return new StoreAccess("", Optional.empty(), System.getenv());
  }

  /** The store of this address, or the one that is used instead. */
  Depot open(String address) throws DepotFailure {
    String chosen = instead.isEmpty() ? address : instead;
    try {
      return open.computeIfAbsent(chosen, text -> DepotAddress.parse(text).open(this::credentials));
    } catch (IllegalArgumentException e) {
      throw new DepotFailure("the store " + chosen + " " + e.getMessage(), e);
    }
  }

  private S3Credentials credentials() {
    return keyFile
        .map(S3KeyFile::read)
        .or(() -> S3Credentials.of(environment))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "this worker has no credentials for the store; expected --store-keys FILE, or"
                        + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"));
  }
}
