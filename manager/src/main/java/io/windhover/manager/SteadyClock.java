package io.windhover.manager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Time of a manager's life: the system's clock at its start, and from then on what has passed
 * since. Managers judge deadlines by it. Somebody who sets the clock back and forth while work goes
 * on makes no job late and no timer early; what the clock was set to counts from the next start.
 *
 * <p>A machine that was suspended is no such case: the time it slept has passed. Java's own measure
 * leaves it out, the kernel's time since boot does not, so that one is asked when the two disagree.
 */
public final class SteadyClock implements LongSupplier {
  /** Less is the ordinary work of those who keep clocks right. */
  private static final long STEP_MILLIS = 1_000;

  private static final Path SINCE_BOOT = Path.of("/proc/uptime");

  private final LongSupplier wallMillis;
  private final LongSupplier ranNanos;
  private final Supplier<OptionalLong> sinceBootMillis;
  private final long startMillis;
  private final long startNanos;
  private final OptionalLong startSinceBootMillis;
  private long sleptMillis;
  private long aheadMillis;

  /**
   * A clock of other sources, for tests.
   *
   * @param wallMillis what the system's clock says
   * @param ranNanos never set, but may stand still while the machine sleeps
   * @param sinceBootMillis never set and never still; empty where there is no such measure
   */
  SteadyClock(
      LongSupplier wallMillis, LongSupplier ranNanos, Supplier<OptionalLong> sinceBootMillis) {
    this.wallMillis = wallMillis;
    this.ranNanos = ranNanos;
    this.sinceBootMillis = sinceBootMillis;
    this.startMillis = wallMillis.getAsLong();
    this.startNanos = ranNanos.getAsLong();
    this.startSinceBootMillis = sinceBootMillis.get();
  }

  /** A clock of this machine, which starts now. */
  public static SteadyClock start() {
    return new SteadyClock(System::currentTimeMillis, System::nanoTime, SteadyClock::sinceBoot);
  }

  private static OptionalLong sinceBoot() {
    try {
      String text = Files.readString(SINCE_BOOT);
      return OptionalLong.of(
          Math.round(1_000 * Double.parseDouble(text.substring(0, text.indexOf(' ')))));
    } catch (IOException | RuntimeException notLinux) {
      return OptionalLong.empty();
    }
  }

  @Override
  public synchronized long getAsLong() {
    long nowMillis = startMillis + ranMillis() + sleptMillis;
    long newAheadMillis = wallMillis.getAsLong() - nowMillis;
    if (Math.abs(newAheadMillis - aheadMillis) <= STEP_MILLIS) {
      return nowMillis;
    }
    long moreSleptMillis = Math.max(0, sleptByKernel() - sleptMillis);
    if (moreSleptMillis > STEP_MILLIS) {
      sleptMillis += moreSleptMillis;
      nowMillis += moreSleptMillis;
    }
    aheadMillis = wallMillis.getAsLong() - nowMillis;
    return nowMillis;
  }

  private long ranMillis() {
    return (ranNanos.getAsLong() - startNanos) / 1_000_000;
  }

  private long sleptByKernel() {
    OptionalLong now = sinceBootMillis.get();
    return now.isPresent() && startSinceBootMillis.isPresent()
        ? now.getAsLong() - startSinceBootMillis.getAsLong() - ranMillis()
        : sleptMillis;
  }
}
