package io.windhover.experiments.paper;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How a paper is to be redone.
 *
 * @param seedsAsked 0: as many as the paper's reproduction sees fit
 * @param quick within a minute or so, to see that all is well
 * @param nanoClock for what is measured in real time
 */
public record Setup(
    int seedsAsked, boolean quick, Optional<Path> data, Progress progress, LongSupplier nanoClock) {
  public static final int SEEDS_MAX = 100_000;

  public Setup {
    if (seedsAsked < 0 || seedsAsked > SEEDS_MAX) {
      throw new IllegalArgumentException(
          "seeds: must be between 1 and " + SEEDS_MAX + ", is " + seedsAsked);
    }
  }

  public static Setup of(boolean quick, int seeds) {
    return new Setup(seeds, quick, Optional.empty(), Progress.NONE, System::nanoTime);
  }

  public Setup withData(Path folder) {
    return new Setup(seedsAsked, quick, Optional.of(folder), progress, nanoClock);
  }

  public Setup withProgress(Progress listener) {
    return new Setup(seedsAsked, quick, data, listener, nanoClock);
  }

  public int seeds(int usual, int whenQuick) {
    return seedsAsked > 0 ? seedsAsked : quick ? whenQuick : usual;
  }
}
