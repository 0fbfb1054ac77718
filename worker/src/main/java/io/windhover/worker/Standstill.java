package io.windhover.worker;

import io.windhover.wire.ToManager;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out that the machine stood still: whoever looks at two clocks every second, and sees one of
 * them jump, was frozen meanwhile. The finding is said before each heartbeat until one is answered.
 * Several threads may call it.
 */
final class Standstill {
  static final long TICK_MILLIS = 1_000;

  /** A machine with much to do may well be late by seconds. */
  private static final long GAP_MILLIS = 5_000;

  private final LongSupplier wallMillis;
  private final LongSupplier steadyMillis;
  private long lastWallMillis;
  private long lastSteadyMillis;
  private ToManager.@Nullable Slept found;
  private boolean said;
  private long stoodMillis;

  /**
   * Begins to look.
   *
   * @param wallMillis the time of day, which goes on while a machine sleeps
   * @param steadyMillis a clock that nobody sets; whether it goes on meanwhile depends on the
   *     system
   */
  Standstill(LongSupplier wallMillis, LongSupplier steadyMillis) {
    this.wallMillis = wallMillis;
    this.steadyMillis = steadyMillis;
    this.lastWallMillis = wallMillis.getAsLong();
    this.lastSteadyMillis = steadyMillis.getAsLong();
  }

  /** To be called every second. */
  synchronized void tick() {
    long wall = wallMillis.getAsLong();
    long steady = steadyMillis.getAsLong();
    long gapMillis = Math.max(wall - lastWallMillis, steady - lastSteadyMillis);
    if (gapMillis > TICK_MILLIS + GAP_MILLIS) {
      found = new ToManager.Slept(wall - gapMillis, gapMillis);
      stoodMillis += Math.max(0, steady - lastSteadyMillis - TICK_MILLIS);
      said = false;
    }
    lastWallMillis = wall;
    lastSteadyMillis = steady;
  }

  /** How long the machine has been awake since this began to look, as far as was found. */
  synchronized long awakeMillis() {
    tick();
    return lastSteadyMillis - stoodMillis;
  }

  /** What is to be said before a heartbeat, if anything. */
  synchronized ToManager.@Nullable Slept toSay() {
    said = true;
    return found;
  }

  /** The manager has answered. */
  synchronized void answered() {
    if (said) {
      found = null;
    }
  }
}
