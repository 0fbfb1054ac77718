package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Being known to the manager: says Join, ever more slowly, until it is welcome, then Heartbeat at a
 * steady pace until it is told to join again. Counts, for a rented machine, how long nothing was
 * heard of the manager: time in which the machine stood still does not count, since then nobody
 * could have been heard.
 */
final class Presence {
  private final AgentSettings settings;
  private final Consumer<ToManager> manager;
  private final Supplier<List<AttemptRef>> unacknowledged;
  private final Supplier<Held> unfinished;

  /** Whoever wakes up later than this after the time it meant to has stood still meanwhile. */
  private static final long OVERSLEPT_MILLIS = 5_000;

  private WorkerProfile profile;
  private boolean welcome;

  /** The manager may not have heard how large this worker is now, or seen its session key. */
  private boolean unheard;

  private long joinPauseMillis;
  private long joinSaidAtMillis;
  private long dueAtMillis = HeldAttempt.NEVER;
  private long unheardMillis;
  private long countedUntilMillis;

  Presence(
      WorkerProfile profile,
      AgentSettings settings,
      Consumer<ToManager> manager,
      Supplier<List<AttemptRef>> unacknowledged,
      Supplier<Held> unfinished) {
    this.profile = profile;
    this.settings = settings;
    this.manager = manager;
    this.unacknowledged = unacknowledged;
    this.unfinished = unfinished;
  }

  void join(long nowMillis) {
    if (joinPauseMillis == 0) {
      countedUntilMillis = nowMillis;
    }
    joinPauseMillis =
        joinPauseMillis == 0
            ? settings.joinMillisMin()
            : Math.min(2 * joinPauseMillis, settings.joinMillisMax());
    joinSaidAtMillis = nowMillis;
    unheard = false;
    // Up to a quarter longer, by name, so that the machines of a site that boots do not speak in
    // chorus.
    long spreadMillis = joinPauseMillis * (profile.name().hashCode() & 0xff) / 1024;
    dueAtMillis = nowMillis + joinPauseMillis + spreadMillis;
    manager.accept(new ToManager.Join(profile, unacknowledged.get()));
  }

  /**
   * The manager does not know us, or wants to know what we hold; its doubled or late messages cause
   * no flood of joins.
   */
  void joinAgain(long nowMillis) {
    if (welcome) {
      welcome = false;
      joinPauseMillis = 0;
    } else if (nowMillis - joinSaidAtMillis < settings.joinMillisMin()) {
      return;
    }
    join(nowMillis);
  }

  /**
   * Returns whether this is news. A session key takes the place of the join secret at once, and is
   * shown at once: from then on the secret, which others may have read, opens nothing.
   */
  boolean welcomed(String sessionKey, long nowMillis) {
    if (!sessionKey.isEmpty() && !sessionKey.equals(profile.proof())) {
      profile = profile.leased(profile.lease(), sessionKey);
      unheard = true;
      manager.accept(new ToManager.Join(profile, unacknowledged.get()));
    }
    if (welcome) {
      return false;
    }
    welcome = true;
    dueAtMillis = nowMillis + settings.heartbeatMillis();
    return true;
  }

  /** Says the size at once, and again with a join in place of the next heartbeat. */
  void resized(int cores, long memoryBytes) {
    profile = profile.resized(cores, memoryBytes);
    if (welcome) {
      unheard = true;
      manager.accept(new ToManager.Resized(cores, memoryBytes));
    }
  }

  /** The manager has said something. */
  void heard(long nowMillis) {
    unheardMillis = 0;
    countedUntilMillis = nowMillis;
  }

  /** Whether this is a rented machine whose manager has been silent for too long. */
  boolean isForsaken() {
    return !profile.lease().isEmpty() && unheardMillis >= settings.patienceMillis();
  }

  void tick(long nowMillis) {
    if (nowMillis < dueAtMillis) {
      return;
    }
    unheardMillis += Math.min(nowMillis, dueAtMillis + OVERSLEPT_MILLIS) - countedUntilMillis;
    countedUntilMillis = nowMillis;
    if (welcome && unheard) {
      joinAgain(nowMillis);
    } else if (welcome) {
      dueAtMillis = nowMillis + settings.heartbeatMillis();
      manager.accept(new ToManager.Heartbeat(unfinished.get()));
    } else {
      join(nowMillis);
    }
  }

  long dueAtMillis() {
    return dueAtMillis;
  }
}
