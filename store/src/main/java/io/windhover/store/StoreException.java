package io.windhover.store;

import org.jspecify.annotations.Nullable;

/** The medium under a store failed; the message names the file and says what to do. */
public sealed class StoreException extends RuntimeException permits StateFolderInUse {
  private static final long serialVersionUID = 1;

  /** What is wrong, for code that acts on it; people read the message. */
  public enum Kind {
    /** Another process holds the state folder. */
    IN_USE,
    /** There is nothing at this path. */
    MISSING,
    /** No space or no quota left. */
    FULL,
    /** A read-only file system or file. */
    READ_ONLY,
    NO_PERMISSION,
    /** Damaged, or no database at all. */
    CORRUPT,
    /** Written by a newer version of the program. */
    NEWER_FORMAT,
    /** Something of somebody else's is in the way. */
    NOT_OURS,
    /** Another process kept the database locked for too long. */
    BUSY,
    /** The file system cannot lock files, as some network file systems cannot. */
    NO_LOCKS,
    /** One value is larger than the store can keep. */
    TOO_LARGE,
    /** Any other failure of the medium. */
    BROKEN
  }

  private final Kind kind;

  StoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
