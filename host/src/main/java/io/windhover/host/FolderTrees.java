package io.windhover.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
public final class FolderTrees {
  private FolderTrees() {}

  /** Removes a folder, as far as that is allowed; what is not there need not be removed. */
  public static void remove(Path folder) {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException gone) {
      return;
    }
    for (Path path : deepestFirst) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException kept) {
        // Somebody else's, or in use: whoever looks for it finds it.
      }
    }
  }
}
