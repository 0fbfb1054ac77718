package io.windhover.experiments.kestrel;

import io.windhover.core.chance.Chance;
import io.windhover.wire.AttemptRef;
import java.util.SplittableRandom;

/** What a task of STAR takes: the paper's 400,000 CPU hours and 12 billion events over 80,000. */
final class StarWork {
  /** 400,000 CPU hours over 80,000 tasks. */
  private static final double HOURS_MEAN = 5;

  private static final double HOURS_SPREAD = 3;

  /** More than twelve billion over 80,000 tasks. */
  private static final double EVENTS_PER_HOUR = 12e9 / 80_000 / HOURS_MEAN;

  /** Nearly seven terabytes over 80,000 tasks. */
  private static final double TERABYTES_PER_HOUR = 7.0 / 80_000 / HOURS_MEAN;

  /** One command in 200 ends with an error: a transfer fails, a database does not answer. */
  private static final double FAILING = 0.005;

  private final long seed;

  StarWork(long seed) {
    this.seed = seed;
  }

  /** On a core of its own; the same for every attempt. */
  double cpuMillis(int job, int task) {
    SplittableRandom chance = Chance.stream(seed, "work of job " + job, task);
    double around = (chance.nextDouble() + chance.nextDouble()) / 2 - 0.5;
    return (HOURS_MEAN + HOURS_SPREAD * around) * Month.HOUR;
  }

  /** Which share of its work the command does before it fails; 1 when it succeeds. */
  double share(AttemptRef ref) {
    SplittableRandom chance =
        Chance.stream(
            seed, "failure of job " + ref.job(), ((long) ref.task() << 20) + ref.attempt());
    return chance.nextDouble() < FAILING ? chance.nextDouble() : 1;
  }

  double events(int job, int task) {
    return cpuMillis(job, task) / Month.HOUR * EVENTS_PER_HOUR;
  }

  static double terabytes(double cpuHours) {
    return cpuHours * TERABYTES_PER_HOUR;
  }
}
