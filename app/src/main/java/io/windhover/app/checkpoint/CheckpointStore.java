package io.windhover.app.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotAddress;
import io.windhover.depot.DepotFailure;
import io.windhover.depot.checkpoint.CheckpointShelf;
import io.windhover.depot.s3.S3Address;
import io.windhover.depot.s3.S3Credentials;
import io.windhover.depot.s3.S3KeyFile;
import io.windhover.host.PrivateFiles;
import io.windhover.manager.CheckpointSweep;
import io.windhover.manager.Manager;
import io.windhover.workload.scenario.StorePlace;
import io.windhover.workload.scenario.StorePlace.Bucket;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The store that a manager names to workers. The manager itself removes there what is over, in a
 * thread of its own; a store that it cannot reach costs nothing but disk, and one line.
 */
public final class CheckpointStore implements CheckpointSweep, AutoCloseable {
  private static final int SWEEPS_MAX = 100_000;
  private static final long CLOSING_SECONDS = 20;

  private final DepotAddress address;
  private final Depot depot;
  private final Consumer<String> trouble;
  private final ThreadPoolExecutor sweeper =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(SWEEPS_MAX),
          CheckpointStore::daemon);

  private CheckpointStore(DepotAddress address, Depot depot, Consumer<String> trouble) {
    this.address = address;
    this.depot = depot;
    this.trouble = trouble;
  }

  /**
   * Has a manager that is not started yet keep checkpoints in this place.
   *
   * @param trouble told in a line what could not be removed
   */
  public static CheckpointStore of(StorePlace place, Manager manager, Consumer<String> trouble) {
    DepotAddress address = address(place);
    var store = new CheckpointStore(address, address.open(() -> credentials(place)), trouble);
    manager.keepCheckpointsIn(address.text(), store);
    return store;
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "checkpoint-sweep");
    thread.setDaemon(true);
    return thread;
  }

  static DepotAddress address(StorePlace place) {
    return place
        .folder()
        .map(DepotAddress::of)
        .orElseGet(() -> DepotAddress.of(s3(place.bucket().orElseThrow())));
  }

  private static S3Address s3(Bucket bucket) {
    return bucket.endpoint().isEmpty()
        ? S3Address.ofAws(bucket.region(), bucket.name(), bucket.prefix())
        : new S3Address(
            URI.create(bucket.endpoint()), bucket.region(), bucket.name(), bucket.prefix());
  }

  private static S3Credentials credentials(StorePlace place) {
    return place
        .bucket()
        .flatMap(Bucket::keys)
        .map(S3KeyFile::read)
        .or(() -> S3Credentials.of(System.getenv()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no credentials; expected credentials: {file: NAME} in the file that names the"
                        + " store, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"));
  }

  /**
   * A file with the keys of a bucket, for machines that are processes here: the one that was named,
   * or one of mode 0600 in a folder that only we may enter, made of the environment.
   */
  public static Optional<Path> keysFor(Optional<StorePlace> place, Path folder) throws IOException {
    Optional<Bucket> bucket = place.flatMap(StorePlace::bucket);
    if (bucket.isEmpty()) {
      return Optional.empty();
    }
    if (bucket.get().keys().isPresent()) {
      return bucket.get().keys();
    }
    Optional<S3Credentials> own = S3Credentials.of(System.getenv());
    if (own.isEmpty()) {
      return Optional.empty();
    }
    Path file = Files.createDirectories(folder).resolve("store-keys");
    PrivateFiles.write(file, S3KeyFile.text(own.get()));
    return Optional.of(file);
  }

  @Override
  public void remove(String place) {
    try {
      sweeper.execute(() -> sweep(place));
    } catch (RejectedExecutionException closedOrTooMany) {
      trouble.accept(
          "checkpoints of %s stay in %s: there is too much to remove".formatted(place, address));
    }
  }

  private void sweep(String place) {
    try {
      new CheckpointShelf(depot, place).clear();
    } catch (DepotFailure | RuntimeException e) {
      trouble.accept("checkpoints of %s stay in %s: %s".formatted(place, address, e.getMessage()));
    }
  }

  /** Waits a while until what is over is removed. */
  @Override
  public void close() {
    sweeper.shutdown();
    try {
      if (!sweeper.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
        trouble.accept(
            "some checkpoints stay in %s: to remove them takes too long".formatted(address));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
