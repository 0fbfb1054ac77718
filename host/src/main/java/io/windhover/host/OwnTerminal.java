package io.windhover.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that this process was started from, if there is one. */
public final class OwnTerminal {
  private static final Path STATE = Path.of("/proc/self/stat");
  private static final int TTY_FIELD = 4;

  private OwnTerminal() {}

  /** Whether this process belongs to a terminal, wherever its outputs go: Ctrl-C reaches it. */
  public static boolean controlsUs() {
    try {
      String state = Files.readString(STATE, StandardCharsets.ISO_8859_1);
      String[] fields = state.substring(state.lastIndexOf(')') + 2).split(" ", -1);
      return !fields[TTY_FIELD].equals("0");
    } catch (IOException notLinux) {
      return isStderr();
    }
  }

  /** Whether stderr is one, by the word of the system's own program for that. */
  public static boolean isStderr() {
    try {
      return new ProcessBuilder("test", "-t", "2").inheritIO().start().waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
