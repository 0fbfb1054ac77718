package io.windhover.depot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files and parts of files, in hexadecimal. */
public final class FileDigest {
  private static final int BUFFER_BYTES = 1 << 16;

  private FileDigest() {}

  public static String of(Path file) throws IOException {
    return of(file, 0, Long.MAX_VALUE);
  }

  /** Of a part; one that reaches beyond the end ends there. */
  public static String of(Path file, long from, long length) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(from);
      byte[] buffer = new byte[BUFFER_BYTES];
      long left = length;
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          break;
        }
        digest.update(buffer, 0, read);
        left -= read;
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
