package io.windhover.depot.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Checkpoints of one task in a depot, as {@code TASK/ATTEMPT/files/SHA256} and {@code
 * TASK/manifests/ATTEMPT-NUMBER}.
 *
 * <p>A checkpoint counts from the moment its manifest is there, which is written after all files it
 * names. Each attempt has files of its own: one that was thought lost, on a machine that was frozen
 * say, may go on writing and tidying while the next one does, and neither touches what the other
 * needs.
 */
public final class CheckpointShelf {
  private static final String MANIFESTS = "/manifests/";

  private final Depot depot;
  private final String task;

  /**
   * The shelf of a task.
   *
   * @param task a key for it, the same wherever its attempts run
   */
  public CheckpointShelf(Depot depot, String task) {
    this.depot = depot;
    this.task = task;
  }

  /** Saves for an attempt that runs now; nobody else may save for it. */
  public CheckpointSaver saver(int attempt, Path folder) {
    return new CheckpointSaver(depot, this, attempt, folder);
  }

  /**
   * Fills a folder with the newest checkpoint that is whole. The folder must be empty or missing;
   * it is filled in one step, so that nobody who dies meanwhile leaves half of it.
   *
   * @return what it was filled with; empty if there is none, and the folder is as before then
   */
  public Optional<CheckpointManifest> restore(Path folder) throws DepotFailure {
    List<String> newestFirst = new ArrayList<>(manifests());
    Collections.reverse(newestFirst);
    for (String key : newestFirst) {
      Optional<CheckpointManifest> manifest = depot.read(key).flatMap(CheckpointManifest::read);
      if (manifest.isPresent() && new CheckpointCopy(depot, this, manifest.get()).fill(folder)) {
        return manifest;
      }
    }
    return Optional.empty();
  }

  /** Removes all of the task, which is finished: first what makes files count, then the files. */
  public void clear() throws DepotFailure {
    for (String key : manifests()) {
      depot.remove(key);
    }
    for (String key : depot.list(task + "/")) {
      depot.remove(key);
    }
  }

  List<String> manifests() throws DepotFailure {
    return depot.list(task + MANIFESTS);
  }

  /** Keys of later attempts and of later numbers sort behind those before. */
  String manifest(int attempt, int number) {
    return "%s%s%09d-%09d".formatted(task, MANIFESTS, attempt, number);
  }

  String file(int attempt, String sha256) {
    return "%s/%d/files/%s".formatted(task, attempt, sha256);
  }
}
