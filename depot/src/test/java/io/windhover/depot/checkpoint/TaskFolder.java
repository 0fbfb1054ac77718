package io.windhover.depot.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The folder of a task that writes, changes and removes files from a seed. */
final class TaskFolder {
  private static final FileNames NAMES = new FileNames();

  /** Names as people give them. */
  private static final class FileNames {
    String next(Random random) {
      String[] folders = {"", "part one/", "deep/er/", "ä/"};
      return folders[random.nextInt(folders.length)] + "file " + random.nextInt(6);
    }
  }

  final Path path;
  private final Random random;

  TaskFolder(Path path, long seed) throws IOException {
    this.path = Files.createDirectories(path);
    this.random = new Random(seed);
  }

  /** Works on for a while. */
  void work() throws IOException {
    int changes = random.nextInt(1, 6);
    for (int i = 0; i < changes; i++) {
      Path file = path.resolve(NAMES.next(random));
      Files.createDirectories(file.getParent());
      switch (random.nextInt(6)) {
        case 0 -> Files.deleteIfExists(file);
        case 1 -> {
          Files.deleteIfExists(file);
          Files.createSymbolicLink(file, Path.of("elsewhere " + random.nextInt(3)));
        }
        default -> {
          byte[] bytes = new byte[random.nextInt(2_000)];
          random.nextBytes(bytes);
          Files.deleteIfExists(file);
          Files.write(file, bytes);
          String mode = random.nextBoolean() ? "rw-------" : "rwxr-x---";
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        }
      }
    }
  }

  /** All that counts of a folder, to be compared. */
  static SortedMap<String, String> contents(Path folder) throws IOException {
    SortedMap<String, String> contents = new TreeMap<>();
    if (!Files.exists(folder)) {
      return contents;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        if (!path.equals(folder)) {
          contents.put(folder.relativize(path).toString(), content(path));
        }
      }
    }
    return contents;
  }

  private static String content(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "-> " + Files.readSymbolicLink(path);
    }
    String mode =
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    return Files.isDirectory(path)
        ? mode
        : mode
            + " "
            + Files.getLastModifiedTime(path).toMillis()
            + " "
            + Arrays.hashCode(Files.readAllBytes(path))
            + " "
            + Files.size(path);
  }
}
