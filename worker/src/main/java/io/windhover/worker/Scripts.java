package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * Files that hold a command which cannot be an argument: it is longer than Linux allows for one, or
 * has characters that the locale would not let through. sh reads them with its dot command, so that
 * $0 and the parameters are as under {@code sh -c}.
 */
final class Scripts {
  /** Linux allows 128 KiB for one argument, of which the last byte is the end mark. */
  private static final int ARGUMENT_BYTES_MAX = 128 * 1024 - 1;

  private final Path folder;
  private final StateModes modes;

  Scripts(Path folder, StateModes modes) {
    this.folder = folder;
    this.modes = modes;
  }

  static boolean isTooLong(String command) {
    return command.length() > ARGUMENT_BYTES_MAX / 3
        && command.getBytes(StandardCharsets.UTF_8).length > ARGUMENT_BYTES_MAX;
  }

  /** Writes a file that sets the variables, then does the command. */
  Path write(AttemptRef ref, SortedMap<String, String> exports, String command) throws CannotStart {
    StringBuilder text = new StringBuilder();
    exports.forEach(
        (name, value) ->
            text.append("export ").append(name).append("=").append(quoted(value) + ";"));
    text.append(command).append('\n');
    try {
      modes.makeFolder(folder);
      Path script = folder.resolve(ref.job() + "-" + ref.task() + "-" + ref.attempt() + ".sh");
      return modes.write(script, text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new CannotStart("cannot write the command into a file: " + e);
    }
  }

  /** The command that does what is in the file. */
  static String reading(Path script) {
    return ". " + quoted(script.toString());
  }

  static void remove(Path script) {
    try {
      Files.deleteIfExists(script);
    } catch (IOException staysBehind) {
      // A small file too many; the next one of that name replaces it.
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
