package io.windhover.app.http;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;

/** The secret a client must show. It is compared in constant time and never printed. */
final class Token {
  private static final int LENGTH_MIN = 16;
  private static final int FILE_BYTES_MAX = 4_096;
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final byte[] secret;

  private Token(byte[] secret) {
    this.secret = secret;
  }

  /** Reads the one line of a file that nobody but its owner can read. */
  static Token read(Path file) {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      if (!OWNER.containsAll(mode)) {
        throw bad(file, "others may read or write it; expected mode 0600 (chmod 600 " + file + ")");
      }
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw bad(file, "too large for a token");
      }
      String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
      if (text.length() < LENGTH_MIN || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
        throw bad(file, "expected one line of at least " + LENGTH_MIN + " visible ASCII letters");
      }
      return new Token(text.getBytes(StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      throw bad(file, "not there");
    } catch (IOException | UnsupportedOperationException e) {
      throw bad(file, "cannot be read: " + e);
    }
  }

  private static CommandFailure bad(Path file, String problem) {
    return new CommandFailure(ExitCode.BAD_INPUT, "--token-file: " + file + ": " + problem);
  }

  /** Whether this is what was shown. */
  boolean is(String text) {
    byte[] shown = text.getBytes(StandardCharsets.ISO_8859_1);
    return MessageDigest.isEqual(secret, shown);
  }
}
