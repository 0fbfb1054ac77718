package io.windhover.store;

import io.windhover.host.FolderFailure;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Turns what the medium says into a line a person can act on. */
final class Failures {
  private static final int PROBE_BYTES = 64 * 1024;

  private Failures() {}

  static StoreException of(Path file, IOException e) {
    return of(FolderFailure.of(file, e));
  }

  /** The same in the words of the store; every kind of the one is a kind of the other. */
  static StoreException of(FolderFailure e) {
    String message = String.valueOf(e.getMessage());
    return e.kind() == FolderFailure.Kind.IN_USE
        ? new StateFolderInUse(message)
        : failure(Kind.valueOf(e.kind().name()), message, e.getCause());
  }

  static StoreException of(Path file, SQLException e) {
    if (!(e instanceof SQLiteException failed)) {
      return notFromSqlite(file, e);
    }
    SQLiteErrorCode code = failed.getResultCode();
    String at = file + ": ";
    return switch (code.code & 0xff) {
      case 13 -> of(FolderFailure.full(file, e)); // FULL
      case 11, 26 -> // CORRUPT, NOTADB
          failure(
              Kind.CORRUPT,
              at
                  + "damaged or not a Windhover database ("
                  + code
                  + "); put it back from a copy, or begin anew in another folder",
              e);
      case 8 -> // READONLY
          failure(Kind.READ_ONLY, at + "cannot be written: read-only, or no permission", e);
      case 3, 23 -> failure(Kind.NO_PERMISSION, at + "no permission; check owner and mode", e);
      case 5, 6 -> // BUSY, LOCKED
          failure(Kind.BUSY, at + "another process keeps it locked; end that process", e);
      case 15 -> of(FolderFailure.noLocks(file, e)); // PROTOCOL
      case 18 -> failure(Kind.TOO_LARGE, at + "a text is too large to keep: split the job", e);
      case 14, 10 -> cannotWork(file, code, e); // CANTOPEN, IOERR
      default -> failure(Kind.BROKEN, at + "the database failed: " + e.getMessage(), e);
    };
  }

  static StoreException failure(Kind kind, String message, @Nullable Throwable cause) {
    return new StoreException(kind, message, cause);
  }

  /**
   * SQLite does not say why opening, reading or writing failed (an exceeded quota, say), so the
   * folder is asked: a small file written there fails for the same reason and names it.
   */
  private static StoreException cannotWork(Path file, SQLiteErrorCode code, SQLException e) {
    if (Files.isDirectory(file)) {
      return failure(Kind.NOT_OURS, file + ": a folder, where the database should be", e);
    }
    switch (code) {
      case SQLITE_IOERR_LOCK, SQLITE_IOERR_RDLOCK, SQLITE_IOERR_UNLOCK, SQLITE_IOERR_SHMLOCK -> {
        return of(FolderFailure.noLocks(file, e));
      }
      default -> {}
    }
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    IOException reason = probe(folder);
    if (reason != null) {
      StoreException told = of(file, reason);
      return failure(told.kind(), String.valueOf(told.getMessage()), e);
    }
    if (Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file))) {
      return failure(Kind.NO_PERMISSION, file + ": no permission; check owner and mode", e);
    }
    return failure(Kind.BROKEN, file + ": input/output failed (" + code + "); check the disk", e);
  }

  private static @Nullable IOException probe(Path folder) {
    try {
      Path file = Files.createTempFile(folder, ".probe", null);
      try {
        Files.write(file, new byte[PROBE_BYTES]);
      } finally {
        Files.deleteIfExists(file);
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static StoreException notFromSqlite(Path file, SQLException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof NativeLibraryNotFoundException) {
        return failure(
            Kind.BROKEN,
            "SQLite's native library cannot be loaded from "
                + System.getProperty("java.io.tmpdir")
                + "; set -Dorg.sqlite.tmpdir to a folder that can be written and allows programs",
            e);
      }
    }
    return failure(Kind.BROKEN, file + ": the database failed: " + e.getMessage(), e);
  }
}
