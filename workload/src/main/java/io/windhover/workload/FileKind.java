package io.windhover.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files that people write, told apart by fields that only one of them has. A market can stand
 * in a scenario and in a catalogue; the fields beside it tell which of the two it is.
 */
public enum FileKind {
  JOB,
  /** Where machines are rented. */
  CLOUD,
  /** A scenario of harvest machines. */
  HARVEST,
  SCENARIO,
  CATALOGUE;

  private List<String> fields() {
    return switch (this) {
      case JOB -> List.of("tasks");
      case CLOUD -> List.of("source");
      case HARVEST -> List.of("harvest");
      case SCENARIO -> List.of("catalogue", "work");
      case CATALOGUE -> List.of("types");
    };
  }

  /** What the file seems to be; a job when nothing can be told. */
  public static FileKind of(Path path) {
    if (!Files.isRegularFile(path)) {
      return JOB; // A pipe can be read but once.
    }
    try {
      byte[] start = start(path);
      if (WorkflowFormat.of(start).isPresent() || ScriptFormat.of(start).isPresent()) {
        return JOB;
      }
      return of(Documents.read(path, "a file", new Problems(path.toString())));
    } catch (IOException | JobFileException e) {
      return JOB; // Its reader will complain in its own words.
    }
  }

  /**
   * What kind of work the file holds, in words; empty when it is something else, or nothing can be
   * told.
   */
  public static Optional<String> workIn(Path path) {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    try {
      byte[] start = start(path);
      if (WorkflowFormat.of(start).isPresent()) {
        return Optional.of("a workflow of another program");
      }
      if (ScriptFormat.of(start).isPresent()) {
        return Optional.of("a job of another program");
      }
      Node.Fields map = Documents.read(path, "a file", new Problems(path.toString()));
      return JOB.isMeant(map)
              && !CLOUD.isMeant(map)
              && !HARVEST.isMeant(map)
              && !SCENARIO.isMeant(map)
              && !hasMarket(map)
          ? Optional.of("a job file")
          : Optional.empty();
    } catch (IOException | JobFileException e) {
      return Optional.empty();
    }
  }

  private static byte[] start(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(WorkflowFormat.START_BYTES);
    }
  }

  private static FileKind of(Node.Fields map) {
    for (FileKind kind : values()) {
      if (kind.isMeant(map)) {
        return kind;
      }
    }
    return hasMarket(map) ? SCENARIO : JOB;
  }

  private boolean isMeant(Node.Fields map) {
    return map.fields().stream().anyMatch(field -> fields().contains(field.name()));
  }

  private static boolean hasMarket(Node.Fields map) {
    return map.fields().stream().anyMatch(field -> field.name().equals("market"));
  }
}
