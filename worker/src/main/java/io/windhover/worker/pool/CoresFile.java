package io.windhover.worker.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file in which a machine that grows and shrinks says how many cores it has: one number, which
 * whoever gives and takes them keeps up to date.
 */
public final class CoresFile implements CoreCount {
  private static final int BYTES_MAX = 100;

  private final Path path;
  private final int most;

  /**
   * The file at this path.
   *
   * @param most cores that are believed
   */
  public CoresFile(Path path, int most) {
    this.path = path;
    this.most = most;
  }

  /**
   * How many cores there are now.
   *
   * @throws IOException when the file does not say; the message names it and what is expected
   */
  @Override
  public int read() throws IOException {
    String text = text();
    int cores = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    if (cores < 1 || cores > most) {
      throw new IOException(
          "%s: expected a file with a number of cores, 1 to %d".formatted(path, most));
    }
    return cores;
  }

  /** Nothing when the file is too large to be meant, or not there. */
  private String text() throws IOException {
    try {
      return Files.size(path) > BYTES_MAX
          ? ""
          : Files.readString(path, StandardCharsets.ISO_8859_1).strip();
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
