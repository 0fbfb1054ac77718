package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.worker.HeldAttempt.Phase;
import java.util.function.Consumer;

/**
 * What a worker says again, ever more slowly, until the manager has answered: how an attempt ended,
 * and that its cleanup has. Used by the {@link Agent}, on its thread.
 */
final class Announcements {
  /** A manager frees the room by then, and one that never heard of cleanups never answers. */
  static final long CLEANED_MILLIS_MAX = 900_000;

  private final AgentSettings settings;
  private final Consumer<ToManager> manager;
  private final Holdings holdings;
  private final Alarm alarm;

  Announcements(
      AgentSettings settings, Consumer<ToManager> manager, Holdings holdings, Alarm alarm) {
    this.settings = settings;
    this.manager = manager;
    this.holdings = holdings;
    this.alarm = alarm;
  }

  /** Says how an attempt ended; its room is free now unless a cleanup follows. */
  void report(HeldAttempt attempt, boolean shuttingDown, long nowMillis) {
    ToManager.Report report = attempt.reported();
    if (attempt.phase == Phase.KEPT_BACK && shuttingDown) {
      report =
          new ToManager.Report(
              report.ref(),
              new Ending.Stopped(),
              report.ranMillis(),
              report.tail(),
              report.cleansUp());
      attempt.report = report;
    }
    boolean again = attempt.phase == Phase.REPORTING;
    attempt.phase = Phase.REPORTING;
    if (!again && !attempt.mustClean()) {
      holdings.freeRoomOf(attempt);
    }
    pauseLonger(attempt, again, nowMillis);
    manager.accept(report);
  }

  /** Says for the first time that the cleanup of an attempt has ended. */
  void cleaned(HeldAttempt attempt, long nowMillis) {
    holdings.freeRoomOf(attempt);
    attempt.phase = Phase.CLEANED;
    attempt.cleanedAtMillis = nowMillis;
    pauseLonger(attempt, false, nowMillis);
    manager.accept(new ToManager.Cleaned(attempt.ref()));
  }

  void cleanedAgain(HeldAttempt attempt, long nowMillis) {
    if (nowMillis - attempt.cleanedAtMillis >= CLEANED_MILLIS_MAX) {
      holdings.forget(attempt);
    } else {
      pauseLonger(attempt, true, nowMillis);
      manager.accept(new ToManager.Cleaned(attempt.ref()));
    }
  }

  /** The manager knows that the cleanup has ended. */
  void roomIsKnown(AttemptRef ref) {
    HeldAttempt attempt = holdings.find(ref);
    if (attempt != null && attempt.phase == Phase.CLEANED) {
      holdings.forget(attempt);
    }
  }

  /** A manager that hears us again hears what it has missed, soon, though not all at once. */
  void soon(long nowMillis) {
    for (HeldAttempt attempt : holdings.all()) {
      if (attempt.phase == Phase.REPORTING || attempt.phase == Phase.CLEANED) {
        // What an earlier life of this worker left to say was never said in this one.
        boolean isNew = attempt.reportPauseMillis == 0;
        attempt.reportPauseMillis = settings.reportMillisMin();
        long atMillis = isNew ? nowMillis : nowMillis + settings.reportMillisMin();
        alarm.set(attempt, Math.min(attempt.wakeAtMillis, atMillis));
      }
    }
  }

  private void pauseLonger(HeldAttempt attempt, boolean again, long nowMillis) {
    attempt.reportPauseMillis =
        again
            ? Math.min(2 * attempt.reportPauseMillis, settings.reportMillisMax())
            : settings.reportMillisMin();
    alarm.set(attempt, nowMillis + attempt.reportPauseMillis);
  }
}
