package io.windhover.depot.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotFailure;
import io.windhover.depot.FileDigest;
import io.windhover.depot.checkpoint.CheckpointManifest.Entry;
import io.windhover.depot.checkpoint.FolderScan.Kind;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Copies one checkpoint out of a depot, and takes nothing on trust: every file's hash is seen. */
final class CheckpointCopy {
  private final Depot depot;
  private final CheckpointShelf shelf;
  private final CheckpointManifest manifest;

  CheckpointCopy(Depot depot, CheckpointShelf shelf, CheckpointManifest manifest) {
    this.depot = depot;
    this.shelf = shelf;
    this.manifest = manifest;
  }

  /**
   * Fills a folder that is empty or missing.
   *
   * @return whether all of the checkpoint was there; the folder is as before if not
   */
  boolean fill(Path folder) throws DepotFailure {
    Path draft = folder.resolveSibling(".restoring-" + UUID.randomUUID());
    try {
      Files.createDirectories(draft);
      if (!copy(draft)) {
        delete(draft);
        return false;
      }
      Files.move(
          draft, folder, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (DepotFailure e) {
      deleteQuietly(draft, e);
      throw e;
    } catch (IOException e) {
      var failure = new DepotFailure("cannot restore a checkpoint into " + folder + ": " + e, e);
      deleteQuietly(draft, failure);
      throw failure;
    }
  }

  private boolean copy(Path draft) throws IOException {
    for (Entry entry : manifest.entries()) {
      Path path = draft.resolve(entry.path()).normalize();
      if (!path.startsWith(draft) || !make(entry, path)) {
        return false;
      }
    }
    // Modes and times of folders last: a folder may not be writable, and writing changes its time.
    List<Entry> deepestFirst = new ArrayList<>(manifest.entries());
    Collections.reverse(deepestFirst);
    for (Entry entry : deepestFirst) {
      if (entry.kind() != Kind.LINK) {
        Path path = draft.resolve(entry.path());
        Files.setAttribute(path, "unix:mode", entry.mode());
        Files.setLastModifiedTime(path, FileTime.fromMillis(entry.modifiedMillis()));
      }
    }
    return true;
  }

  private boolean make(Entry entry, Path path) throws IOException {
    switch (entry.kind()) {
      case FOLDER -> Files.createDirectory(path);
      case LINK -> Files.createSymbolicLink(path, Path.of(entry.content()));
      case FILE -> {
        return depot.fetch(shelf.file(manifest.attempt(), entry.content()), path)
            && FileDigest.of(path).equals(entry.content());
      }
    }
    return true;
  }

  private static void deleteQuietly(Path folder, Exception why) {
    try {
      delete(folder);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException problem)
              throws IOException {
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
