package io.windhover.worker;

import io.windhover.wire.Ending;
import java.util.Set;

/** What the end of a command is taken for. */
final class Verdict {
  private static final Set<Integer> GROUP_SIGNAL_CODES = Set.of(128 + 1, 128 + 2, 128 + 15);

  private Verdict() {}

  /** Once a shutdown has begun, no command has ended by itself. */
  static Ending of(HeldAttempt attempt, Ending ending, boolean shuttingDown) {
    if (ending instanceof Ending.NotStarted) {
      return ending;
    }
    if (ending instanceof Ending.Exited && !shuttingDown) {
      return ending;
    }
    return attempt.stopReason == null ? new Ending.Stopped() : attempt.stopReason;
  }

  /** Whether a signal ended it that may be meant for this whole worker. */
  static boolean mayBeShutdown(Ending ending) {
    return ending instanceof Ending.Exited exited && GROUP_SIGNAL_CODES.contains(exited.code());
  }
}
