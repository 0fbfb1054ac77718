package io.windhover.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A bug of ours: the user gets one line, the stack trace goes to a file, or to the terminal with
 * WINDHOVER_DEBUG=1.
 */
final class InternalErrors {
  private final boolean debug;

  InternalErrors(boolean debug) {
    this.debug = debug;
  }

  void report(Throwable error, PrintWriter err) {
    if (debug) {
      error.printStackTrace(err);
    }
    err.println("windhover: internal error: " + oneLine(error) + "; " + whereDetailsAre(error));
    err.flush();
  }

  private String whereDetailsAre(Throwable error) {
    if (debug) {
      return "details above";
    }
    try {
      return "details in " + write(error);
    } catch (IOException e) {
      return "details with WINDHOVER_DEBUG=1 (could not write a file: " + oneLine(e) + ")";
    }
  }

  private static Path write(Throwable error) throws IOException {
    Path file = Files.createTempFile("windhover-error-", ".txt");
    try (var out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
      out.println(Version.line() + ", Java " + System.getProperty("java.version"));
      error.printStackTrace(out);
    }
    return file;
  }

  private static String oneLine(Throwable error) {
    return error.toString().lines().findFirst().orElse("");
  }
}
