package io.windhover.app.state;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.store.StateFolder;
import io.windhover.store.StateLayout;
import io.windhover.store.StoreException;
import io.windhover.worker.AttemptsOnDisk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which state folder a command works on.
 *
 * @param among how many there were to choose from; 1 when the user named it
 */
public record StateChoice(Path folder, int among) {
  /** In the folder of a job file, or in the current one. */
  public static final String PARENT = ".windhover";

  /** Where the state of a job goes when the user does not say. */
  public static Path usual(Path jobFolder, String jobName) {
    return jobFolder.resolve(PARENT).resolve(jobName);
  }

  /** The folder the user named or, without one, the newest that was made from this folder. */
  public static StateChoice find(@Nullable Path named, Path here) {
    return named == null ? newest(here) : new StateChoice(checked(named), 1);
  }

  /** Whether any run was made from this folder. */
  public static boolean isAnyIn(Path here) {
    return !all(here).isEmpty();
  }

  /** The state folders of all runs that were made from this folder, the newest first. */
  public static List<Path> all(Path here) {
    List<Path> found = new ArrayList<>(under(here.resolve(PARENT)));
    found.sort(Comparator.comparing(StateChoice::changedAt).thenComparing(Path::toString));
    Collections.reverse(found);
    return found;
  }

  private static Path checked(Path folder) {
    if (!Files.isDirectory(folder)) {
      String why = Files.exists(folder) ? "not a folder" : "no such folder";
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          folder + ": " + why + "; expected the state folder of a run or of a manager");
    }
    if (!holdsARun(folder)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          folder + ": not a state folder; expected that of a run or of a manager");
    }
    return folder;
  }

  private static StateChoice newest(Path here) {
    Path parent = here.resolve(PARENT);
    List<Path> found = under(parent);
    return found.stream()
        .max(Comparator.comparing(StateChoice::changedAt).thenComparing(Path::toString))
        .map(newest -> new StateChoice(newest, found.size()))
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "no run found: looked for state folders in "
                        + parent
                        + "; name one with --dir DIR, or a pool with --pool NAME"));
  }

  private static List<Path> under(Path parent) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, Files::isDirectory)) {
      for (Path folder : folders) {
        if (holdsARun(folder)) {
          found.add(folder);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, parent + ": cannot be read: " + e, e);
    }
    return found;
  }

  /**
   * Also true of a run that was moved aside, which is a database without the rest, and of one whose
   * database was lost. Workers of pools have their folders in the same place.
   */
  private static boolean holdsARun(Path folder) {
    try {
      return Files.exists(new StateLayout(folder).database())
          || (StateFolder.isStateFolder(folder) && !AttemptsOnDisk.isOfWorker(folder));
    } catch (StoreException e) {
      throw StoreFailures.failure(e);
    }
  }

  /**
   * A run that goes on changes the log beside its database, not the database. Who only reads leaves
   * an empty log behind, which says nothing of the run.
   */
  private static FileTime changedAt(Path folder) {
    Path database = new StateLayout(folder).database();
    FileTime own = timeOf(database);
    Path log = database.resolveSibling(database.getFileName() + "-wal");
    FileTime logged = isEmpty(log) ? own : timeOf(log);
    return logged.compareTo(own) > 0 ? logged : own;
  }

  private static boolean isEmpty(Path file) {
    try {
      return Files.size(file) == 0;
    } catch (IOException e) {
      return true;
    }
  }

  private static FileTime timeOf(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
