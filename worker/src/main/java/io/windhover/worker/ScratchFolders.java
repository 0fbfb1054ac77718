package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folders for commands whose own folder is not on this machine: JOB-TASK-ATTEMPT, empty when the
 * command starts, gone when its cleanup is over.
 */
final class ScratchFolders {
  private final Path root;
  private final boolean used;
  private final StateModes modes;

  /**
   * @param used whether to make any; otherwise every order runs where it says
   */
  ScratchFolders(Path root, boolean used, StateModes modes) {
    this.root = root;
    this.used = used;
    this.modes = modes;
  }

  /** The order as it can be run here. */
  Order place(Order order) throws CannotStart {
    if (!isNeeded(order)) {
      return order;
    }
    Path folder = folder(order.ref());
    try {
      delete(folder);
      modes.makeFolder(folder);
    } catch (IOException e) {
      throw new CannotStart("cannot make a scratch folder: " + e);
    }
    return order.in(folder.toString());
  }

  /** The same for the order's cleanup, which sees what the command left. */
  Order placeAgain(Order order) {
    Path folder = folder(order.ref());
    return used && Files.isDirectory(folder) ? order.in(folder.toString()) : order;
  }

  /** The order's command and cleanup are over. */
  void remove(Order order) {
    if (used) {
      try {
        delete(folder(order.ref()));
      } catch (IOException staysBehind) {
        // The next start of the worker tries again.
      }
    }
  }

  /** Removes what earlier lives left, but not where a cleanup is still to run. */
  void removeAllBut(Set<AttemptRef> kept) throws IOException {
    if (!used || !Files.exists(root)) {
      return;
    }
    Set<Path> folders = kept.stream().map(this::folder).collect(Collectors.toSet());
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
      for (Path each : all) {
        if (!folders.contains(each)) {
          delete(each);
        }
      }
    }
  }

  private boolean isNeeded(Order order) {
    return used && (order.folder().isEmpty() || !new File(order.folder()).isDirectory());
  }

  private Path folder(AttemptRef ref) {
    return root.resolve(ref.job() + "-" + ref.task() + "-" + ref.attempt());
  }

  /** Follows no links. */
  static void delete(Path folder) throws IOException {
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
            if (problem != null) {
              throw problem;
            }
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
