package io.windhover.app.pool;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/**
 * The secret from which a pool makes the join secrets and session keys of its rented machines, in
 * the file {@code pool-key} of the manager's state folder. Whoever has it can pass for any of these
 * machines, so it is for its owner alone; and a manager that has lost it no longer knows which
 * machines of a source are its own.
 */
public final class PoolKey {
  public static final String FILE = "pool-key";
  private static final int BYTES = 32;

  private PoolKey() {}

  /** The key of the pool whose state is in this folder, made now if there is none. */
  public static byte[] readOrMake(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      byte[] key = Files.readAllBytes(file);
      if (key.length != BYTES) {
        throw new CommandFailure(
            ExitCode.IMPOSSIBLE,
            "%s has %d bytes; expected the %d of a pool's key: put it back from a copy"
                .formatted(file, key.length, BYTES));
      }
      return key;
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, file + ": " + e, e);
    }
  }

  /** Whole or not at all: a key that was half written would be taken for the pool's. */
  private static void make(Path file) throws IOException {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    Path draft = file.resolveSibling(FILE + ".new");
    Files.deleteIfExists(draft);
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(draft, key, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
