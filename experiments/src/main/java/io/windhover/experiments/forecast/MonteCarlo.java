package io.windhover.experiments.forecast;

import io.windhover.experiments.paper.AllCores;
import io.windhover.experiments.paper.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/**
 * Many runs of the same work, each with another seed. Every deadline meets the same seeds, so that
 * what differs between two deadlines is the time and not the weather.
 *
 * @param threads how many runs go on at once; results do not depend on it
 */
public record MonteCarlo(long firstSeed, int seeds, int threads) {
  /** Lives through the work once; called from several threads at once. */
  @FunctionalInterface
  public interface Trial {
    Outcome run(long deadlineMillis, long seed);
  }

  public MonteCarlo {
    if (seeds < 1 || threads < 1) {
      throw new IllegalArgumentException(seeds + " seeds, " + threads + " threads");
    }
  }

  /** A point for each deadline, in their order. */
  public List<Point> run(
      List<Long> deadlines, Trial trial, LongFunction<References> references, Progress progress) {
    ExecutorService pool = AllCores.pool(threads);
    try {
      List<Future<Outcome>> runs = new ArrayList<>();
      List<Future<References>> compared = new ArrayList<>();
      for (long deadline : deadlines) {
        compared.add(pool.submit(() -> references.apply(deadline)));
        for (long s = 0; s < seeds; s++) {
          long seed = firstSeed + s;
          runs.add(pool.submit(() -> trial.run(deadline, seed)));
        }
      }
      List<Point> points = new ArrayList<>();
      for (int d = 0; d < deadlines.size(); d++) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int s = 0; s < seeds; s++) {
          int at = d * seeds + s;
          progress.at(at, runs.size(), "runs");
          outcomes.add(AllCores.result(runs.get(at)));
        }
        points.add(Point.of(deadlines.get(d), outcomes, AllCores.result(compared.get(d))));
      }
      return points;
    } finally {
      pool.shutdownNow();
    }
  }
}
