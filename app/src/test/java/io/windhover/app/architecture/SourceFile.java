package io.windhover.app.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** One Java source; the path is relative to the root of the repository. */
record SourceFile(String path, String text) {
  /** All sources of all modules, in the order of their paths. */
  static List<SourceFile> all(Path root) throws IOException {
    try (Stream<Path> modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("src"))
          .filter(Files::isDirectory)
          .sorted()
          .flatMap(SourceFile::javaFiles)
          .map(file -> read(root, file))
          .toList();
    }
  }

  List<String> lines() {
    return text.lines().toList();
  }

  String name() {
    return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
  }

  /** Module and package, whether of the program or of its tests. */
  String folder() {
    String folder = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    return folder.replace("/src/test/", "/src/main/");
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new IllegalStateException("cannot list " + folder, e);
    }
  }

  private static SourceFile read(Path root, Path file) {
    try {
      return new SourceFile(
          root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }
}
