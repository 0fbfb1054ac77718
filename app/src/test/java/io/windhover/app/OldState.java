package io.windhover.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** State as earlier builds wrote it, one folder for each form; see the README beside them. */
public final class OldState {
  private static final Path ALL =
      Path.of(System.getProperty("windhover.root"), "app", "src", "test", "resources", "state");

  private OldState() {}

  /** The numbers of the forms, for tests that are to be repeated for each. */
  public static List<String> forms() throws IOException {
    try (Stream<Path> files = Files.list(ALL)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[0-9]+"))
          .sorted()
          .toList();
    }
  }

  /** A file or folder of this form, which is to be copied before anybody works on it. */
  public static Path of(String form, String name) {
    return ALL.resolve(form).resolve(name);
  }

  /** Copies a folder with all that is in it. */
  public static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }
}
