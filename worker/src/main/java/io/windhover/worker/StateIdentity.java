package io.windhover.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The lasting identity of a state folder: a random number in a file of it, together with that
 * file's own identity (device and inode), so that a copy of the folder is another one while a
 * folder that was moved stays the same.
 */
final class StateIdentity {
  private static final String FILE = "identity";

  private StateIdentity() {}

  /** The identity; nothing was ever started from a folder without one. */
  static Optional<String> read(Path state) throws IOException {
    Path file = state.resolve(FILE);
    return Files.exists(file) ? Optional.of(identity(file)) : Optional.empty();
  }

  /** The identity, made now if there is none. */
  static String make(Path state) throws IOException {
    StateModes modes = StateModes.of(state);
    Path file = state.resolve(FILE);
    if (!Files.exists(file)) {
      Path fresh = state.resolve(FILE + ".new");
      modes.write(fresh, (randomHex() + "\n").getBytes(StandardCharsets.US_ASCII));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return identity(file);
  }

  /**
   * Sixteen digits, other ones every time. Nothing secret hangs on them, so they are not worth the
   * tenth of a second in which a secure generator starts.
   */
  static String randomHex() {
    long pid = ProcessHandle.current().pid();
    return HexFormat.of().toHexDigits(new SplittableRandom().nextLong() ^ Long.reverse(pid));
  }

  private static String identity(Path file) throws IOException {
    String number = Files.readString(file, StandardCharsets.US_ASCII).strip();
    if (!number.matches("[0-9a-f]{16}")) {
      throw new IOException(file + " is damaged; expected 16 hexadecimal digits");
    }
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    String own = key == null ? file.toRealPath().toString() : key.toString();
    return number + HexFormat.of().toHexDigits(own.hashCode());
  }
}
