package io.windhover.worker;

import io.windhover.wire.ToManager;
import io.windhover.worker.HeldAttempt.Phase;
import java.util.function.Consumer;

/**
 * Taking leave: once no command runs any more, waits a while for acknowledgements and cleanups, and
 * goes. Used by the {@link Agent}, on its thread.
 */
final class Farewell {
  private final AgentSettings settings;
  private final Runner runner;
  private final Consumer<ToManager> manager;
  private final Holdings holdings;
  private final Alarm alarm;
  private boolean left;
  private boolean cleanupsStopped;
  private long atMillis = HeldAttempt.NEVER;

  Farewell(
      AgentSettings settings,
      Runner runner,
      Consumer<ToManager> manager,
      Holdings holdings,
      Alarm alarm) {
    this.settings = settings;
    this.runner = runner;
    this.manager = manager;
    this.holdings = holdings;
    this.alarm = alarm;
  }

  boolean left() {
    return left;
  }

  /** When it has been waited for long enough. */
  long atMillis() {
    return atMillis;
  }

  /** Leaves when all is said, or when it has been waited for long enough; no command runs. */
  void tryToLeave(int cleaning, long nowMillis) {
    if (atMillis == HeldAttempt.NEVER) {
      atMillis = nowMillis + settings.farewellMillis();
      alarm.by(atMillis);
    }
    boolean over = atMillis <= nowMillis;
    if (cleaning == 0 && (over || holdings.size() == 0)) {
      left = true;
      manager.accept(new ToManager.Leave());
    } else if (over && !cleanupsStopped) {
      cleanupsStopped = true;
      for (HeldAttempt attempt : holdings.all()) {
        if (attempt.phase == Phase.CLEANING) {
          runner.stop(attempt.ref(), 0);
        }
      }
    }
  }
}
