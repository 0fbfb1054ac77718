package io.windhover.app.state;

import io.windhover.store.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Folders with other people's jobs in them, and files of theirs: only for whoever runs the program.
 */
public final class PrivateFolder {
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFolder() {}

  /** Makes an empty file if there is none; one that is there keeps its mode. */
  public static Path file(Path file) throws IOException {
    return Files.exists(file) ? file : Files.createFile(file, OWNERS_FILE);
  }

  /** Makes the folder if it is missing; one that is there keeps the permissions it was given. */
  public static void make(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    if (absolute.getParent() == null || Files.exists(absolute)) {
      return;
    }
    try {
      StateFolder.makeParents(absolute);
      Files.createDirectory(absolute, OWNERS);
    } catch (IOException saidByWhoeverTakesIt) {
      // Another was faster, or the place is bad.
    }
  }
}
