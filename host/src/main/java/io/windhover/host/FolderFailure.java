package io.windhover.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A folder cannot be worked in; the message names it and says what to do. */
public final class FolderFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is wrong, for code that acts on it; people read the message. */
  public enum Kind {
    /** Another process holds the folder. */
    IN_USE,
    /** There is nothing at this path. */
    MISSING,
    /** No space or no quota left. */
    FULL,
    /** A read-only file system or file. */
    READ_ONLY,
    NO_PERMISSION,
    /** Something of somebody else's is in the way. */
    NOT_OURS,
    /** The file system cannot lock files, as some network file systems cannot. */
    NO_LOCKS,
    /** Any other failure of the medium. */
    BROKEN
  }

  private final Kind kind;

  FolderFailure(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** What the system says of a file, in a line a person can act on. */
  public static FolderFailure of(Path file, IOException e) {
    String why = reason(e);
    if (e instanceof AccessDeniedException || why.contains("permission denied")) {
      return of(Kind.NO_PERMISSION, file, "no permission; check owner and mode", e);
    }
    if (why.contains("read-only file system")) {
      return of(Kind.READ_ONLY, file, "the file system is read-only; choose another folder", e);
    }
    if (why.contains("no space left") || why.contains("quota exceeded")) {
      return full(file, e);
    }
    if (e instanceof NotDirectoryException
        || e instanceof FileAlreadyExistsException
        || why.contains("not a directory")) {
      return of(Kind.NOT_OURS, file, "not a folder; choose another place", e);
    }
    if (e instanceof NoSuchFileException) {
      return of(Kind.MISSING, file, "not there", e);
    }
    if (why.contains("no locks available") || why.contains("not supported")) {
      return noLocks(file, e);
    }
    return of(Kind.BROKEN, file, "input/output failed: " + e.getMessage(), e);
  }

  public static FolderFailure full(Path file, Exception e) {
    return of(
        Kind.FULL,
        file,
        "no space left (disk or quota full); free some and resume, nothing is lost",
        e);
  }

  public static FolderFailure noLocks(Path file, Exception e) {
    return of(
        Kind.NO_LOCKS,
        file,
        "the file system does not lock files; choose a folder on a local disk",
        e);
  }

  private static FolderFailure of(Kind kind, Path file, String what, Exception e) {
    return new FolderFailure(kind, file + ": " + what, e);
  }

  private static String reason(IOException e) {
    String why = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
    return why == null ? "" : why.toLowerCase(Locale.ROOT);
  }
}
