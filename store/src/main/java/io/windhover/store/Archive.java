package io.windhover.store;

import io.windhover.host.FolderModes;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;

/**
 * Moves a run aside. The database goes last, and its move is the moment the run counts as moved:
 * after a death before it {@link #undoInterrupted} brings the rest back, so that a run is always
 * whole in one of the two places.
 */
final class Archive {
  private final StateLayout from;
  private final StateLayout to;

  private Archive(StateLayout from, StateLayout to) {
    this.from = from;
    this.to = to;
  }

  /** Moves the closed database and the logs; answers where to. */
  static Path moveAside(StateLayout layout) throws IOException {
    emptyLog(layout);
    Archive archive = begin(layout);
    for (Path path : archive.inOrder()) {
      archive.move(path);
    }
    archive.finish();
    return archive.to.folder();
  }

  /** Claims the next free number. */
  static Archive begin(StateLayout layout) throws IOException {
    Path folder = layout.earlier().resolve(Long.toString(newest(layout) + 1));
    FolderModes.makeIn(layout.folder(), folder);
    return new Archive(layout, new StateLayout(folder));
  }

  /** To be moved in this order. The log is empty, but a reader may still have it open. */
  List<Path> inOrder() {
    return List.of(from.logs(), from.checkpoints(), from.logIndex(), from.log(), from.database());
  }

  void move(Path path) throws IOException {
    if (Files.exists(path)) {
      Path target = to.folder().resolve(path.getFileName());
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** A reader that came between two moves may have left an empty log behind: nobody's now. */
  private void finish() throws IOException {
    Files.deleteIfExists(from.log());
    Files.deleteIfExists(from.logIndex());
    force(to.folder());
    force(from.folder());
  }

  /** Brings back what a move that did not come to its end has taken. The folder is held. */
  static void undoInterrupted(StateLayout layout) throws IOException {
    long number = newest(layout);
    if (number == 0) {
      return;
    }
    var moved = new StateLayout(layout.earlier().resolve(Long.toString(number)));
    if (Files.exists(moved.database())) {
      return;
    }
    bringBack(moved.logs(), layout.logs());
    bringBack(moved.checkpoints(), layout.checkpoints());
    if (Files.exists(moved.log()) && Files.size(moved.log()) > 0) {
      bringBack(moved.log(), layout.log());
    }
    Files.deleteIfExists(moved.log());
    Files.deleteIfExists(moved.logIndex());
    if (isEmpty(moved.folder())) {
      Files.delete(moved.folder());
    }
  }

  private static void bringBack(Path moved, Path path) throws IOException {
    if (Files.exists(moved) && !Files.exists(path)) {
      Files.move(moved, path, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Moves the log into the database; a reader in the midst of something is waited for. */
  private static void emptyLog(StateLayout layout) {
    if (!Files.exists(layout.database())) {
      throw Failures.failure(Kind.MISSING, layout.database() + ": not there", null);
    }
    try (SqliteFile file = SqliteFile.open(layout.database(), SqliteFile.Mode.WRITE)) {
      if (file.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0) {
        throw Failures.failure(
            Kind.BUSY,
            layout.database() + ": somebody reads it and does not end; end that process",
            null);
      }
    } catch (SQLException e) {
      throw Failures.of(layout.database(), e);
    }
  }

  private static long newest(StateLayout layout) throws IOException {
    if (!Files.exists(layout.earlier())) {
      return 0;
    }
    long newest = 0;
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(layout.earlier(), "[0-9]*")) {
      for (Path run : runs) {
        String name = run.getFileName().toString();
        if (name.matches("[1-9][0-9]{0,17}")) {
          newest = Math.max(newest, Long.parseLong(name));
        }
      }
    }
    return newest;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      return !files.iterator().hasNext();
    }
  }

  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
