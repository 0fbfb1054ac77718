package io.windhover.app.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what is new in one or two files, with a head above each when there are two to tell. */
final class LogPrinter {
  /** Of a tail that is shown as JSON text; a file may be one endless line. */
  private static final int TAIL_BYTES_MAX = 1 << 20;

  private final List<LogFile> files;
  private final OutputStream out;
  private @Nullable LogFile last;
  private boolean several;

  LogPrinter(List<LogFile> files, OutputStream out) {
    this.files = files;
    this.out = out;
  }

  boolean hasPrinted() {
    return last != null;
  }

  void printNew() throws IOException {
    int withMore = 0;
    for (LogFile file : files) {
      withMore += file.hasMore() ? 1 : 0;
    }
    several |= withMore > 1;
    for (LogFile file : files) {
      if (file.hasMore()) {
        several |= last != null && last != file;
        if (several && last != file) {
          head(file);
        }
        file.copyRest(out);
        last = file;
      }
    }
    out.flush();
  }

  private void head(LogFile file) throws IOException {
    String gap = last == null ? "" : "\n";
    out.write((gap + "==> " + file.path() + " <==\n").getBytes(StandardCharsets.UTF_8));
  }

  static String tailText(LogFile file, long lines) throws IOException {
    file.skipToLast(lines);
    file.skipToLastBytes(TAIL_BYTES_MAX);
    var bytes = new ByteArrayOutputStream();
    file.copyRest(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
