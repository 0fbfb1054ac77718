package io.windhover.app.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Modes of files and folders, as {@code ls -l} shows them. */
public final class Modes {
  private Modes() {}

  /** The beginning of a command line that runs what follows under another umask. */
  public static List<String> umask(String umask) {
    return List.of("/bin/sh", "-c", "umask " + umask + "; exec \"$@\"", "sh");
  }

  /** All below a folder, and the folder itself, by its path from there. */
  public static SortedMap<String, String> below(Path folder) throws IOException {
    var modes = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        modes.put(folder.relativize(file).toString(), (Files.isDirectory(file) ? "d" : "-") + mode);
      }
    }
    return modes;
  }
}
