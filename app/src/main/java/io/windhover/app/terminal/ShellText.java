package io.windhover.app.terminal;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** How paths and command lines are shown to people. */
public final class ShellText {
  private ShellText() {}

  /** Relative to the current folder when it lies below it. */
  public static String path(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) && !absolute.equals(here)
        ? here.relativize(absolute).toString()
        : absolute.toString();
  }

  /** A command line that a shell takes apart into exactly these words again. */
  public static String command(List<String> words) {
    return words.stream().map(ShellText::word).collect(Collectors.joining(" "));
  }

  private static String word(String word) {
    return word.matches("[A-Za-z0-9_@%+:,./=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
