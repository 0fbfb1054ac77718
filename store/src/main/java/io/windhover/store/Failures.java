package io.windhover.store;

import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
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
    String why = reason(e);
    String at = file + ": ";
    if (e instanceof AccessDeniedException || why.contains("permission denied")) {
      return failure(Kind.NO_PERMISSION, at + "no permission; check owner and mode", e);
    }
    if (why.contains("read-only file system")) {
      return failure(Kind.READ_ONLY, at + "the file system is read-only; choose another folder", e);
    }
    if (why.contains("no space left") || why.contains("quota exceeded")) {
      return full(file, e);
    }
    if (e instanceof NotDirectoryException
        || e instanceof FileAlreadyExistsException
        || why.contains("not a directory")) {
      return failure(Kind.NOT_OURS, at + "not a folder; choose another place", e);
    }
    if (e instanceof NoSuchFileException) {
      return failure(Kind.MISSING, at + "not there", e);
    }
    if (why.contains("no locks available") || why.contains("not supported")) {
      return noLocks(file, e);
    }
    return failure(Kind.BROKEN, at + "input/output failed: " + e.getMessage(), e);
  }

  static StoreException of(Path file, SQLException e) {
    if (!(e instanceof SQLiteException failed)) {
      return notFromSqlite(file, e);
    }
    SQLiteErrorCode code = failed.getResultCode();
    String at = file + ": ";
    return switch (code.code & 0xff) {
      case 13 -> full(file, e); // FULL
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
      case 15 -> noLocks(file, e); // PROTOCOL
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
        return noLocks(file, e);
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

  private static StoreException full(Path file, Exception e) {
    return failure(
        Kind.FULL,
        file + ": no space left (disk or quota full); free some and resume, nothing is lost",
        e);
  }

  private static StoreException noLocks(Path file, Exception e) {
    return failure(
        Kind.NO_LOCKS,
        file + ": the file system does not lock files; choose a folder on a local disk",
        e);
  }

  private static String reason(IOException e) {
    String why = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
    return why == null ? "" : why.toLowerCase(Locale.ROOT);
  }
}
