package io.windhover.app;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.ParameterException;

/**
 * Names of files that Java cannot say in the locale it was started in. The launcher avoids that
 * where the machine has C.UTF-8; Main says it in one line where it has not.
 */
final class FileNames {
  private static final char REPLACED = '\ufffd';
  private static final int CAUSES_MAX = 10;

  private FileNames() {}

  /** What to say about an error that comes of such a name; nothing for other errors. */
  static Optional<String> complaint(Throwable error) {
    Throwable cause = error;
    for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
      if (cause instanceof InvalidPathException invalid) {
        return Optional.of(said(invalid.getInput()));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** The same of a command line; picocli keeps of the error no more than its name. */
  static Optional<String> complaint(ParameterException error, String[] args) {
    String message = String.valueOf(error.getMessage());
    return message.contains(InvalidPathException.class.getSimpleName())
        ? Arrays.stream(args)
            .filter(arg -> arg.indexOf(REPLACED) >= 0)
            .findFirst()
            .map(FileNames::said)
        : Optional.empty();
  }

  /** What to say when the current folder itself has such a name. */
  static Optional<String> complaintOfFolder() {
    String folder = System.getProperty("user.dir", "");
    try {
      boolean replaced = Path.of(folder).toString().indexOf(REPLACED) >= 0;
      return replaced ? Optional.of(said(folder)) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.of(said(folder));
    }
  }

  private static String said(String name) {
    boolean ascii = StandardCharsets.US_ASCII.newEncoder().canEncode(name);
    return ascii
        ? name.replace("\0", "\\0") + ": is no name of a file"
        : name
            + ": this locale has no name for that file, only for those in ASCII; start windhover"
            + " with LC_ALL=C.UTF-8";
  }
}
