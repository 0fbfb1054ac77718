package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import org.jspecify.annotations.Nullable;

/** What an {@link Agent} knows of one attempt that it has not yet forgotten. */
final class HeldAttempt {
  /** In the order they are gone through; a phase may be left out, none comes twice. */
  enum Phase {
    /** Taken; waits until its room is free. */
    WAITING,
    /** Handed to the runner, which has not yet said that it ended. */
    RUNNING,
    /** Ended by a signal that may be the first sign of a shutdown; not yet reported. */
    KEPT_BACK,
    /** Reported; the manager has not yet acknowledged. */
    REPORTING,
    /** Acknowledged; the cleanup command runs. */
    CLEANING,
    /** Cleaned up, its room is free; the manager has not yet said that it knows. */
    CLEANED
  }

  static final long NEVER = Long.MAX_VALUE;

  final Order order;
  Phase phase = Phase.WAITING;

  /** When {@link Agent#tick} has something to do for it; its meaning depends on the phase. */
  long wakeAtMillis = NEVER;

  long takenAtMillis;

  /** Why the runner was asked to end it. */
  @Nullable Ending stopReason;

  /** Whether it takes up cores and memory. */
  boolean occupies;

  /** Whether its command has run at all, so that there may be something to clean up. */
  boolean ran;

  /** What is to be said of it, from {@link Phase#KEPT_BACK} on. */
  ToManager.@Nullable Report report;

  long reportPauseMillis;

  /** When its cleanup ended; in {@link Phase#CLEANED}. */
  long cleanedAtMillis;

  HeldAttempt(Order order) {
    this.order = order;
  }

  AttemptRef ref() {
    return order.ref();
  }

  /** Whether its command runs and was asked to end. */
  boolean isStopping() {
    return phase == Phase.RUNNING && stopReason != null;
  }

  /** Whether its cleanup is still to run, once its report is acknowledged. */
  boolean mustClean() {
    return ran && !order.cleanup().isEmpty();
  }

  /** What is said of it, once there is something to say. */
  ToManager.Report reported() {
    if (report == null) {
      throw new IllegalStateException(ref() + " has nothing to report");
    }
    return report;
  }
}
