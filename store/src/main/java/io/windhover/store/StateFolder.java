package io.windhover.store;

import io.windhover.host.FolderFailure;
import io.windhover.host.FolderModes;
import io.windhover.host.HeldFolder;
import io.windhover.host.Holder;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A state folder held by this process and by no other. It may lie in a folder with other things in
 * it. Nobody but its owner can look into it, unless its mode says so ({@link FolderModes}).
 */
public final class StateFolder implements AutoCloseable {
  private final StateLayout layout;
  private final HeldFolder held;

  private StateFolder(StateLayout layout, HeldFolder held) {
    this.layout = layout;
    this.held = held;
  }

  /**
   * Takes hold of the folder, making it when it is missing.
   *
   * @param command what this process was asked to do, to be named to others who want the folder
   * @throws StateFolderInUse if another process, or another part of this one, holds it
   */
  public static StateFolder acquire(Path folder, String command) {
    var layout = new StateLayout(folder.toAbsolutePath().normalize());
    try {
      HeldFolder.prepare(layout.folder());
      markIfNew(layout);
      HeldFolder held = HeldFolder.take(layout.folder(), command);
      boolean fine = false;
      try {
        Archive.undoInterrupted(layout);
        for (Path file : layout.books()) {
          FolderModes.tighten(layout.folder(), file);
        }
        fine = true;
        return new StateFolder(layout, held);
      } finally {
        if (!fine) {
          held.close();
        }
      }
    } catch (FolderFailure e) {
      throw Failures.of(e);
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Makes what is missing above a state folder; {@code .windhover} is for its owner alone. */
  public static void makeParents(Path folder) throws IOException {
    FolderModes.makeParents(folder.toAbsolutePath().normalize());
  }

  /** Whether this is a state folder, of a run that runs, ended or died. */
  public static boolean isStateFolder(Path folder) {
    try {
      return HeldFolder.id(folder).isPresent();
    } catch (IOException e) {
      throw Failures.of(folder, e);
    }
  }

  /** The process that holds the folder now, if there is one. */
  public static Optional<Holder> holder(Path folder) {
    try {
      return HeldFolder.holder(folder);
    } catch (IOException e) {
      throw Failures.of(folder, e);
    }
  }

  /**
   * Copies what is recorded in a state folder to another that is empty, while a process may be
   * writing it: the database as it is at one moment, and whose it is. Outputs of tasks stay where
   * they are. The copy is a state folder.
   */
  public static void backUp(Path folder, Path target) {
    var from = new StateLayout(folder);
    var to = new StateLayout(target);
    SqliteBackup.backUp(from.database(), to.database());
    try {
      if (HeldFolder.id(folder).isPresent()) {
        Files.copy(from.id(), to.id());
        FolderModes.tighten(target, to.id());
      }
    } catch (IOException e) {
      throw Failures.of(target, e);
    }
  }

  public StateLayout layout() {
    return layout;
  }

  /** Random, made with the folder and stable from then on, also over {@link #archive}. */
  public String id() {
    return held.id();
  }

  public Path database() {
    return layout.database();
  }

  public Path logs() {
    return layout.logs();
  }

  /**
   * Whether there is a database to go on with; false when the folder has never had one.
   *
   * @throws StoreException when there must have been one: a folder whose record was lost, or was
   *     emptied, is not taken for a new one
   */
  public boolean hasDatabase() {
    try {
      if (isFilled(layout.database()) || isFilled(layout.log())) {
        return true;
      }
      if (Files.exists(layout.nothingYet())) {
        return false;
      }
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
    throw lost(Files.exists(layout.database()) ? "is empty" : "is missing");
  }

  private static boolean isFilled(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }

  /** What is to be said of a folder that was worked in and whose record is gone. */
  public StoreException lost(String how) {
    return Failures.failure(
        Kind.MISSING,
        ("%s: its database %s %s, though the folder was in use before; put the file back from a"
                + " copy, or begin anew in another folder")
            .formatted(layout.folder(), layout.database().getFileName(), how),
        null);
  }

  /** Makes the database of a folder that has never had one. */
  public SqliteStore createDatabase() {
    try {
      Files.deleteIfExists(layout.database()); // Empty, or hasDatabase would have found it.
      Files.createFile(layout.database(), FolderModes.ofFilesIn(layout.folder()));
      return openDatabase();
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Opens the database that {@link #hasDatabase} has found. */
  public SqliteStore openDatabase() {
    try {
      boolean mayBeUnfinished = Files.exists(layout.nothingYet());
      SqliteStore store =
          mayBeUnfinished
              ? SqliteStore.open(layout.database())
              : SqliteStore.openFinished(layout.database());
      Files.deleteIfExists(layout.nothingYet());
      return store;
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /**
   * Moves a finished run aside to the next free number under {@code earlier}, and answers that
   * folder. The store must be closed. A process that dies in the midst of it leaves the run where
   * it was or where it goes; the next to acquire the folder puts it right.
   */
  public Path archive() {
    try {
      mark(layout);
      return Archive.moveAside(layout);
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Lets go of the folder. The system does the same when this process dies. */
  @Override
  public void close() {
    try {
      held.close();
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Before the lock: a process that dies between the two leaves a folder that is still new. */
  private static void markIfNew(StateLayout layout) throws IOException {
    boolean used =
        Stream.of(layout.lock(), layout.id(), layout.database(), layout.logs())
            .anyMatch(Files::exists);
    if (!used && !Files.exists(layout.nothingYet())) {
      mark(layout);
    }
  }

  private static void mark(StateLayout layout) throws IOException {
    if (!Files.exists(layout.nothingYet())) {
      Files.createFile(layout.nothingYet(), FolderModes.ofFilesIn(layout.folder()));
    }
  }
}
