package io.windhover.app;

import io.windhover.workload.Shown;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What commands print, watched: print streams say nothing when a disk is full, and a command whose
 * answer is lost has not succeeded.
 */
final class StandardOutput extends FilterOutputStream {
  /** The reader has seen enough, as with {@code | head}; nothing of use is lost. */
  private static final String READER_IS_GONE = "Broken pipe";

  private @Nullable IOException trouble;

  private StandardOutput(OutputStream out) {
    super(out);
  }

  /** From here on everything printed goes through what this answers. */
  static StandardOutput take() {
    var watched = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(new BufferedOutputStream(watched), true, charset()));
    return watched;
  }

  /** The one that Java chose; it tells only where a terminal has another than files. */
  private static Charset charset() {
    String ofTerminal = System.getProperty("sun.stdout.encoding");
    return ofTerminal == null ? Charset.defaultCharset() : Charset.forName(ofTerminal);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      trouble = trouble == null ? e : trouble;
      throw e;
    }
  }

  /** Why something printed has reached nobody; empty when all has, or its reader has gone. */
  Optional<String> lost() {
    return trouble == null || READER_IS_GONE.equals(trouble.getMessage())
        ? Optional.empty()
        : Optional.of("cannot be written: " + Shown.oneLine(String.valueOf(trouble.getMessage())));
  }
}
