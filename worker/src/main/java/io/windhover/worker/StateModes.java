package io.windhover.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Modes of what a worker makes below its state folder: orders, scripts and outputs hold commands
 * and variables, so each file and folder is closed by itself to all but its owner, not only by the
 * folder above it. A state folder that is open to its group says otherwise: what is made in it is
 * open to the group too, to nobody else.
 */
final class StateModes {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("------rwx");
  private static final Set<PosixFilePermission> RUNNING =
      PosixFilePermissions.fromString("--x--x--x");

  private final FileAttribute<?>[] folders;
  private final FileAttribute<?>[] files;
  private final Set<PosixFilePermission> folderMode;

  private StateModes(
      FileAttribute<?>[] folders, FileAttribute<?>[] files, Set<PosixFilePermission> folderMode) {
    this.folders = folders;
    this.files = files;
    this.folderMode = folderMode;
  }

  /** Modes as a state folder has them now; one that is not there yet is made, for its owner. */
  static StateModes of(Path state) throws IOException {
    Files.createDirectories(state.toAbsolutePath().getParent());
    if (Files.getFileAttributeView(state, PosixFileAttributeView.class) == null) {
      Files.createDirectories(state);
      return new StateModes(new FileAttribute<?>[0], new FileAttribute<?>[0], Set.of());
    }
    Files.createDirectories(state, PosixFilePermissions.asFileAttribute(OWNERS));
    Set<PosixFilePermission> folders = EnumSet.copyOf(OWNERS);
    Set<PosixFilePermission> now = Files.getPosixFilePermissions(state);
    if (now.stream().noneMatch(OTHERS::contains)) {
      folders.addAll(now);
    }
    Set<PosixFilePermission> files = EnumSet.copyOf(folders);
    files.removeAll(RUNNING);
    return new StateModes(attribute(folders), attribute(files), folders);
  }

  private static FileAttribute<?>[] attribute(Set<PosixFilePermission> mode) {
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)};
  }

  /** Makes a folder, and what is missing above it. */
  Path makeFolder(Path folder) throws IOException {
    return Files.createDirectories(folder, folders);
  }

  /** Gives a folder that was made by others the mode it has when it is made here. */
  void close(Path folder) throws IOException {
    if (!folderMode.isEmpty()) {
      Files.setPosixFilePermissions(folder, folderMode);
    }
  }

  /** Makes an empty file; one that is there keeps its mode and what is in it. */
  void makeFile(Path file) throws IOException {
    Files.newByteChannel(
            file, EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), files)
        .close();
  }

  /** Writes a file anew; an old one with another mode does not stay. */
  Path write(Path file, byte[] text) throws IOException {
    Files.deleteIfExists(file);
    makeFile(file);
    return Files.write(file, text, StandardOpenOption.WRITE);
  }
}
