package io.windhover.worker.pool;

import io.windhover.host.FolderFailure;
import org.jspecify.annotations.Nullable;

/** A worker cannot begin or go on, for a reason its owner can act on: one line. */
public final class WorkerFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** How a program that fails so ends; scripts rely on these numbers. */
  public enum Kind {
    /** What it was told is wrong: an account, a secret, a folder. */
    BAD_INPUT(2),
    /** The disk does not let it work. */
    DISK(3),
    /** The folder is in use, or the manager cannot be trusted or found. */
    UNAVAILABLE(6);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    public int exitCode() {
      return exitCode;
    }
  }

  private final Kind kind;

  public WorkerFailure(Kind kind, String message) {
    this(kind, message, null);
  }

  WorkerFailure(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  static WorkerFailure of(FolderFailure e) {
    Kind kind =
        switch (e.kind()) {
          case IN_USE -> Kind.UNAVAILABLE;
          case MISSING, NOT_OURS -> Kind.BAD_INPUT;
          case FULL, READ_ONLY, NO_PERMISSION, NO_LOCKS, BROKEN -> Kind.DISK;
        };
    return new WorkerFailure(kind, String.valueOf(e.getMessage()), e);
  }

  public Kind kind() {
    return kind;
  }
}
