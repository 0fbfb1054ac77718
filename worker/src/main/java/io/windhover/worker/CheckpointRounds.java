package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints of what an {@link Agent} runs: when each is due, which is being written, and what of
 * them the manager has not heard. One of an attempt is written at a time; a wish for one is
 * answered by the next that is whole, so that nobody wishes for another meanwhile. Used by the
 * agent, on its thread.
 */
final class CheckpointRounds {
  /** A checkpoint that could not be written is tried again sooner than the next is due. */
  private static final int SOONER = 4;

  private static final long SOONEST_MILLIS = 5_000;

  /** For the last checkpoints of a machine whose manager is gone. */
  private static final long LAST_MILLIS_MAX = 60_000;

  private final AgentSettings settings;
  private final Runner runner;
  private final Consumer<ToManager> manager;
  private final Alarm alarm;
  private final Map<AttemptRef, Round> rounds = new LinkedHashMap<>();
  private long lastUntilMillis = HeldAttempt.NEVER;

  /** Where the checkpoints of one attempt stand. */
  private static final class Round {
    final AttemptRef ref;
    final long everyMillis;
    long dueMillis;
    boolean saving;
    int wished;
    long progressMillis;
    long tookMillis;
    ToManager.@Nullable Checkpointed unheard;
    long sayAgainMillis = HeldAttempt.NEVER;
    long pauseMillis;

    Round(AttemptRef ref, long everyMillis, long nowMillis) {
      this.ref = ref;
      this.everyMillis = everyMillis;
      this.dueMillis = nowMillis + everyMillis;
    }
  }

  CheckpointRounds(
      AgentSettings settings, Runner runner, Consumer<ToManager> manager, Alarm alarm) {
    this.settings = settings;
    this.runner = runner;
    this.manager = manager;
    this.alarm = alarm;
  }

  /** The command of an attempt has started. */
  void started(HeldAttempt attempt, long nowMillis) {
    long everyMillis = attempt.order.saving().everyMillis();
    if (everyMillis > 0) {
      AttemptRef ref = attempt.ref();
      rounds.put(ref.numbers(), new Round(ref, everyMillis, nowMillis));
      setAlarm();
    }
  }

  void ended(AttemptRef ref) {
    rounds.remove(ref.numbers());
  }

  /** The manager has said something of checkpoints. */
  void hears(ToWorker message) {
    if (message instanceof ToWorker.Checkpoint wish) {
      wished(wish);
    } else if (message instanceof ToWorker.CheckpointKnown known) {
      known(known.ref());
    } else {
      throw new IllegalArgumentException("unknown message " + message);
    }
  }

  /** The manager wishes a checkpoint; what it has wished before is not done again for that. */
  private void wished(ToWorker.Checkpoint wish) {
    Round round = rounds.get(wish.ref().numbers());
    if (round == null || !round.ref.mayBe(wish.ref()) || wish.number() <= round.wished) {
      return;
    }
    round.wished = wish.number();
    save(round);
  }

  private void save(Round round) {
    if (!round.saving) {
      round.saving = true;
      runner.checkpoint(round.ref);
    }
  }

  /**
   * Saves all that runs.
   *
   * @param leftMillis how long there is: what took longer the last time is not begun
   */
  void saveAll(long leftMillis) {
    for (Round round : List.copyOf(rounds.values())) {
      if (round.tookMillis < leftMillis) {
        save(round);
      }
    }
  }

  /** Writes last checkpoints of all that runs, for a minute at most; whether that is over. */
  boolean areLastWritten(long nowMillis) {
    if (lastUntilMillis == HeldAttempt.NEVER) {
      lastUntilMillis = nowMillis + LAST_MILLIS_MAX;
      saveAll(LAST_MILLIS_MAX);
    }
    boolean saving = rounds.values().stream().anyMatch(round -> round.saving);
    alarm.by(lastUntilMillis);
    return !saving || nowMillis >= lastUntilMillis;
  }

  /** The runner has saved, or tried to. */
  void saved(AttemptRef ref, long progressMillis, long tookMillis, long bytes, long nowMillis) {
    Round round = rounds.get(ref.numbers());
    if (round == null) {
      return;
    }
    boolean isNew = progressMillis > round.progressMillis;
    round.saving = false;
    if (isNew) {
      round.progressMillis = progressMillis;
      round.tookMillis = tookMillis;
      round.dueMillis = nowMillis + round.everyMillis;
      round.unheard =
          new ToManager.Checkpointed(round.ref, round.wished, progressMillis, tookMillis, bytes);
      round.pauseMillis = settings.reportMillisMin();
      say(round, nowMillis);
    } else {
      long sooner = Math.max(SOONEST_MILLIS, round.everyMillis / SOONER);
      round.dueMillis = nowMillis + Math.min(round.everyMillis, sooner);
    }
    alarm.by(lastUntilMillis == HeldAttempt.NEVER ? lastUntilMillis : nowMillis);
    setAlarm();
  }

  private void say(Round round, long nowMillis) {
    if (round.unheard != null) {
      round.sayAgainMillis = nowMillis + round.pauseMillis;
      round.pauseMillis = Math.min(2 * round.pauseMillis, settings.reportMillisMax());
      manager.accept(round.unheard);
    }
  }

  /** The manager knows what was said last of the attempt. */
  private void known(AttemptRef ref) {
    Round round = rounds.get(ref.numbers());
    if (round != null) {
      round.unheard = null;
      round.sayAgainMillis = HeldAttempt.NEVER;
    }
  }

  void tick(long nowMillis) {
    for (Round round : List.copyOf(rounds.values())) {
      if (round.sayAgainMillis <= nowMillis) {
        say(round, nowMillis);
      }
      if (round.dueMillis <= nowMillis && !round.saving) {
        save(round);
      }
    }
    setAlarm();
  }

  private void setAlarm() {
    for (Round round : rounds.values()) {
      alarm.by(round.sayAgainMillis);
      alarm.by(round.saving ? HeldAttempt.NEVER : round.dueMillis);
    }
  }
}
