package io.windhover.app.state;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.store.StoreException;

/** How a command ends when a state folder or its database cannot be worked with. */
public final class StoreFailures {
  private StoreFailures() {}

  /** The same message, with the exit code that fits it. */
  public static CommandFailure failure(StoreException e) {
    return new CommandFailure(exitCode(e.kind()), String.valueOf(e.getMessage()), e);
  }

  static ExitCode exitCode(StoreException.Kind kind) {
    return switch (kind) {
      case IN_USE, BUSY -> ExitCode.UNAVAILABLE;
      case MISSING, NOT_OURS, NEWER_FORMAT, TOO_LARGE -> ExitCode.BAD_INPUT;
      case FULL, READ_ONLY, NO_PERMISSION, CORRUPT, NO_LOCKS, BROKEN -> ExitCode.IMPOSSIBLE;
    };
  }
}
