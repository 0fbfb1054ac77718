package io.windhover.experiments.paper;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How a paper is to be redone.
 *
 * @param seedsAsked 0: as many as the paper's reproduction sees fit
 * @param nanoClock for what is measured in real time
 * @param past runs that need not be made again
 */
public record Setup(
    int seedsAsked,
    Length length,
    Optional<Path> data,
    Progress progress,
    LongSupplier nanoClock,
    PastRuns past) {
  public static final int SEEDS_MAX = 100_000;

  public Setup {
    if (seedsAsked < 0 || seedsAsked > SEEDS_MAX) {
      throw new IllegalArgumentException(
          "seeds: must be between 1 and " + SEEDS_MAX + ", is " + seedsAsked);
    }
  }

  public static Setup of(Length length, int seeds) {
    return new Setup(
        seeds, length, Optional.empty(), Progress.NONE, System::nanoTime, PastRuns.NONE);
  }

  public Setup withData(Path folder) {
    return new Setup(seedsAsked, length, Optional.of(folder), progress, nanoClock, past);
  }

  public Setup withProgress(Progress listener) {
    return new Setup(seedsAsked, length, data, listener, nanoClock, past);
  }

  public Setup withClock(LongSupplier clock) {
    return new Setup(seedsAsked, length, data, progress, clock, past);
  }

  public Setup withPast(PastRuns runs) {
    return new Setup(seedsAsked, length, data, progress, nanoClock, runs);
  }

  public boolean quick() {
    return length == Length.QUICK;
  }

  public int seeds(int usual, int whenQuick) {
    return seedsAsked > 0 ? seedsAsked : quick() ? whenQuick : usual;
  }
}
