package io.windhover.worker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The last of what a command wrote. */
final class OutputTail {
  static final int BYTES_MAX = 2_048;

  private OutputTail() {}

  /** The end of what it wrote to stderr or, when that is nothing, to stdout. */
  static String of(Path err, Path out) {
    String tail = of(err);
    return tail.isEmpty() ? of(out) : tail;
  }

  private static String of(Path path) {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long length = file.length();
      byte[] bytes = new byte[(int) Math.min(length, BYTES_MAX)];
      file.seek(length - bytes.length);
      file.readFully(bytes);
      int from = 0;
      while (length > bytes.length
          && from < 4
          && from < bytes.length
          && (bytes[from] & 0xc0) == 0x80) {
        from++;
      }
      return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
