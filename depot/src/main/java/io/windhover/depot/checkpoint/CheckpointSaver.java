package io.windhover.depot.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotFailure;
import io.windhover.depot.FileDigest;
import io.windhover.depot.checkpoint.CheckpointManifest.Entry;
import io.windhover.depot.checkpoint.FolderScan.Kind;
import io.windhover.depot.checkpoint.FolderScan.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Saves the folder of one attempt again and again, each time only what has changed. A copy counts
 * only if nothing in the folder changed while it was made.
 */
public final class CheckpointSaver {
  private static final int TRIES_MAX = 3;

  /** The coarsest clock of a file system in use: Linux counts 100 to 1,000 ticks a second. */
  private static final long GRAIN_MILLIS = 10;

  private final Depot depot;
  private final CheckpointShelf shelf;
  private final int attempt;
  private final Path folder;

  private int number;
  private CheckpointManifest latest;
  private FolderScan latestScan = new FolderScan(new TreeMap<>());

  /** Files that a manifest of this attempt names; only they are known to be whole. */
  private final Set<String> kept = new HashSet<>();

  /** Files that were put for a checkpoint which did not come about, or not yet. */
  private final Set<String> loose = new HashSet<>();

  CheckpointSaver(Depot depot, CheckpointShelf shelf, int attempt, Path folder) {
    this.depot = depot;
    this.shelf = shelf;
    this.attempt = attempt;
    this.folder = folder;
    this.latest = new CheckpointManifest(attempt, 0, 0, List.of());
  }

  /**
   * Saves what the folder holds now.
   *
   * @param progressMillis how much work of the task it stands for
   * @return the checkpoint; empty if the folder did not hold still for as long as the copy took
   */
  public Optional<CheckpointManifest> save(long progressMillis)
      throws IOException, InterruptedException {
    dropLoose();
    for (int tries = 1; tries <= TRIES_MAX; tries++) {
      Optional<FolderScan> before = settled();
      if (before.isPresent()) {
        Optional<List<Entry>> copied = copy(before.get());
        if (copied.isPresent() && FolderScan.of(folder).equals(before.get())) {
          return Optional.of(count(before.get(), copied.get(), progressMillis));
        }
      }
    }
    return Optional.empty();
  }

  /** Makes room: in a store that is full, what was in vain is all that stands in the way. */
  private void dropLoose() {
    for (String file : loose) {
      try {
        depot.remove(shelf.file(attempt, file));
      } catch (DepotFailure staysBehind) {
        // The task's place is cleared in the end.
      }
    }
    loose.clear();
  }

  /** A scan that a change right after it could not be hidden from. */
  private Optional<FolderScan> settled() throws IOException, InterruptedException {
    long now = System.currentTimeMillis();
    FolderScan scan = FolderScan.of(folder);
    if (!scan.changedSince(now - GRAIN_MILLIS)) {
      return Optional.of(scan);
    }
    Thread.sleep(GRAIN_MILLIS + 1);
    FolderScan again = FolderScan.of(folder);
    return again.equals(scan) ? Optional.of(again) : Optional.empty();
  }

  private Optional<List<Entry>> copy(FolderScan scan) throws DepotFailure {
    List<Entry> entries = new ArrayList<>();
    Map<String, Entry> known = new LinkedHashMap<>();
    latest.entries().forEach(entry -> known.put(entry.path(), entry));
    for (Map.Entry<String, Stamp> each : scan.entries().entrySet()) {
      String path = each.getKey();
      Stamp stamp = each.getValue();
      Entry before = known.get(path);
      if (before != null && stamp.equals(latestScan.entries().get(path))) {
        entries.add(before);
        continue;
      }
      try {
        String content = content(folder.resolve(path), stamp.kind());
        entries.add(
            new Entry(
                path,
                stamp.kind(),
                stamp.mode(),
                stamp.size(),
                stamp.modified().toMillis(),
                content));
      } catch (DepotFailure e) {
        throw e;
      } catch (IOException e) {
        return Optional.empty(); // It is gone: the folder has changed.
      }
    }
    return Optional.of(entries);
  }

  private String content(Path path, Kind kind) throws IOException {
    return switch (kind) {
      case FOLDER -> "";
      case LINK -> Files.readSymbolicLink(path).toString();
      case FILE -> {
        String sha256 = FileDigest.of(path);
        if (!kept.contains(sha256)) {
          loose.add(sha256);
          depot.put(shelf.file(attempt, sha256), path);
        }
        yield sha256;
      }
    };
  }

  private CheckpointManifest count(FolderScan scan, List<Entry> entries, long progressMillis)
      throws DepotFailure {
    number++;
    var manifest = new CheckpointManifest(attempt, number, progressMillis, entries);
    if (!depot.create(shelf.manifest(attempt, number), manifest.write())) {
      throw new DepotFailure(
          "somebody else has saved checkpoint %d of attempt %d in %s"
              .formatted(number, attempt, depot));
    }
    Set<String> needed = files(manifest);
    needed.addAll(files(latest));
    tidy(needed);
    latest = manifest;
    latestScan = scan;
    return manifest;
  }

  private static Set<String> files(CheckpointManifest manifest) {
    return manifest.entries().stream()
        .filter(entry -> entry.kind() == Kind.FILE)
        .map(Entry::content)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Leaves this checkpoint and the one before it, which somebody may be restoring just now. */
  private void tidy(Set<String> needed) throws DepotFailure {
    if (number > 2) {
      depot.remove(shelf.manifest(attempt, number - 2));
    }
    Set<String> put = new HashSet<>(kept);
    put.addAll(loose);
    loose.clear();
    kept.clear();
    kept.addAll(needed);
    for (String file : put) {
      if (!needed.contains(file)) {
        depot.remove(shelf.file(attempt, file));
      }
    }
  }
}
