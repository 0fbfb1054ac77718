package io.windhover.host;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Who may read a state folder: whoever runs the program, and nobody else, whatever the umask. An
 * owner who wishes otherwise says so by the folder's mode ({@code chmod g+rx}): a folder that is
 * open to its group stays so and what is made in it follows. One that is open to everybody is what
 * builds made that followed the umask; it is closed. Each file and folder has its mode by itself,
 * not only by the folder above it.
 */
public final class FolderModes {
  private static final String RUNS = ".windhover";
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("------rwx");
  private static final Set<PosixFilePermission> RUNNING =
      PosixFilePermissions.fromString("--x--x--x");

  private FolderModes() {}

  /** Makes the folder when it is missing; closes one that is open to everybody and is ours. */
  public static void make(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      makeParents(folder);
      makeForOwner(folder);
    } else if (hasModes(folder) && isOpenToEverybody(folder)) {
      set(folder, OWNERS);
    }
  }

  /**
   * Makes what is missing above a state folder, by the umask; but the folder in which runs are kept
   * beside their job files is their owner's, so that nobody else learns their names. One that is
   * there keeps its mode, which may be meant.
   */
  public static void makeParents(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent == null || Files.isDirectory(parent)) {
      return;
    }
    if (!parent.endsWith(RUNS)) {
      Files.createDirectories(parent);
      return;
    }
    makeParents(parent);
    try {
      makeForOwner(parent);
    } catch (FileAlreadyExistsException another) {
      if (!Files.isDirectory(parent)) {
        throw another;
      }
    }
  }

  private static void makeForOwner(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (hasModes(parent == null ? folder : parent)) {
      // At once, so that there is no moment at which others could look in.
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS));
      Files.setPosixFilePermissions(folder, OWNERS);
    } else {
      Files.createDirectory(folder);
    }
  }

  /** Makes a folder in this one, and what is missing between the two. */
  public static void makeIn(Path folder, Path inner) throws IOException {
    if (hasModes(folder)) {
      Files.createDirectories(inner, PosixFilePermissions.asFileAttribute(grantedIn(folder)));
    } else {
      Files.createDirectories(inner);
    }
  }

  /** The mode that a file in this folder gets. */
  public static FileAttribute<?>[] ofFilesIn(Path folder) throws IOException {
    return hasModes(folder)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(filesIn(folder))}
        : new FileAttribute<?>[0];
  }

  /** Takes from a file what the folder's mode does not grant; one that is missing is left so. */
  public static void tighten(Path folder, Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && hasModes(folder)) {
      Set<PosixFilePermission> granted = filesIn(folder);
      if (!granted.containsAll(Files.getPosixFilePermissions(file))) {
        set(file, granted);
      }
    }
  }

  private static Set<PosixFilePermission> filesIn(Path folder) throws IOException {
    Set<PosixFilePermission> granted = grantedIn(folder);
    granted.removeAll(RUNNING);
    return granted;
  }

  /** To be open to everybody, in a folder of somebody else's, is no word about the group. */
  private static Set<PosixFilePermission> grantedIn(Path folder) throws IOException {
    Set<PosixFilePermission> granted = EnumSet.copyOf(OWNERS);
    if (!isOpenToEverybody(folder)) {
      granted.addAll(Files.getPosixFilePermissions(folder));
    }
    return granted;
  }

  private static boolean isOpenToEverybody(Path folder) throws IOException {
    return Files.getPosixFilePermissions(folder).stream().anyMatch(OTHERS::contains);
  }

  /** Somebody else's folder, in which we may work, keeps its mode. */
  private static void set(Path path, Set<PosixFilePermission> mode) throws IOException {
    try {
      Files.setPosixFilePermissions(path, mode);
    } catch (FileSystemException notOurs) {
      // Its owner has to.
    }
  }

  private static boolean hasModes(Path path) {
    return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
  }
}
