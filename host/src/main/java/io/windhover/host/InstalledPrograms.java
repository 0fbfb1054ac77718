package io.windhover.host;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs on the search path and where servers lie that ordinary users do not look. */
public final class InstalledPrograms {
  private static final String SYSTEM = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin";

  private InstalledPrograms() {}

  public static Optional<Path> find(String command) {
    String own = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(own.split(File.pathSeparator, -1)), Stream.of(SYSTEM.split(":", -1)))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, command))
        .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
        .findFirst();
  }
}
