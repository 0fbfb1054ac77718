package io.windhover.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where the kernel's control groups of both kinds are on this machine. */
final class ControlGroups {
  /** Fields of a line of /proc/self/mounts. */
  private static final int FOLDER = 1;

  private static final int KIND = 2;
  private static final int OPTIONS = 3;

  private ControlGroups() {}

  /** The first kind's tree of a controller. */
  static Optional<Path> v1(String controller) {
    return mount("cgroup", controller);
  }

  /** The second kind's only tree. */
  static Optional<Path> v2() {
    return mount("cgroup2", "rw");
  }

  private static Optional<Path> mount(String kind, String option) {
    try {
      return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
          .map(line -> List.of(line.split(" ", -1)))
          .filter(fields -> fields.size() > OPTIONS && fields.get(KIND).equals(kind))
          .filter(fields -> Arrays.asList(fields.get(OPTIONS).split(",")).contains(option))
          .map(fields -> Path.of(fields.get(FOLDER)))
          .findFirst();
    } catch (IOException notLinux) {
      return Optional.empty();
    }
  }

  /** Makes a group in a tree; why it cannot be is in the exception's message. */
  static Path make(Path tree, String name) throws IOException {
    Path group = tree.resolve(name);
    if (!Files.isDirectory(group)) {
      Files.createDirectory(group);
    }
    return group;
  }

  static void write(Path file, String text) throws IOException {
    // Not made anew: the kernel's files can only be written to.
    try (var out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
      out.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  static List<Long> processes(Path group) throws IOException {
    return Files.readAllLines(group.resolve("cgroup.procs")).stream().map(Long::parseLong).toList();
  }
}
