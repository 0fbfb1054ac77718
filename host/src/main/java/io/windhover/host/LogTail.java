package io.windhover.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The last lines of log files, for a message about what went wrong. */
public final class LogTail {
  private static final int LINES_MAX = 10;

  private LogTail() {}

  public static String of(List<Path> logs) {
    return logs.stream()
        .flatMap(log -> lines(log).stream())
        .collect(Collectors.joining("\n  ", "\n  ", ""));
  }

  private static List<String> lines(Path log) {
    try {
      String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
      return lines.subList(Math.max(0, lines.size() - LINES_MAX), lines.size());
    } catch (IOException missing) {
      return List.of();
    }
  }
}
