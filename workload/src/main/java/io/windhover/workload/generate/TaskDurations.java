package io.windhover.workload.generate;

import java.util.SplittableRandom;

/**
 * How long tasks take: the three shapes of SlackSched's Figure 4, between two bounds. The figure
 * has no numbers; the paper says medians of tens of minutes and tails beyond 75, and the bounds of
 * the named ones are ours to that effect.
 */
public record TaskDurations(Shape shape, long leastMillis, long largestMillis) {
  private static final long MINUTE = 60_000;

  /** What lies between the bounds. */
  public enum Shape {
    UNIFORM,
    /** The bounds are three standard deviations from the middle; what falls outside is redrawn. */
    GAUSSIAN,
    /** A Pareto law with exponent 1 that ends at the upper bound: many short, few long. */
    BOUNDED_PARETO
  }

  /** Imaging at many resolutions: median 38 minutes. */
  public static final TaskDurations SEISMIC_A = upTo(75 * MINUTE);

  /** Median 45 minutes, 2 % beyond 75. */
  public static final TaskDurations SEISMIC_B =
      new TaskDurations(Shape.GAUSSIAN, MINUTE, 90 * MINUTE);

  /** Median 18 minutes, 4 % beyond 75. */
  public static final TaskDurations GENOMICS =
      new TaskDurations(Shape.BOUNDED_PARETO, 10 * MINUTE, 100 * MINUTE);

  public TaskDurations {
    if (leastMillis < 1 || largestMillis < leastMillis) {
      throw new IllegalArgumentException(
          "tasks of %d to %d ms".formatted(leastMillis, largestMillis));
    }
  }

  /** Uniform from a minute, as in the standard setting and the sweep of Figure 12. */
  public static TaskDurations upTo(long largestMillis) {
    return new TaskDurations(Shape.UNIFORM, MINUTE, largestMillis);
  }

  long draw(SplittableRandom chance) {
    double range = largestMillis - leastMillis;
    return switch (shape) {
      case UNIFORM -> leastMillis + Math.round(range * chance.nextDouble());
      case GAUSSIAN -> Math.round(leastMillis + range * (0.5 + gaussian(chance) / 6));
      case BOUNDED_PARETO -> {
        // The inverse of (1 - L/x) / (1 - L/H).
        double kept = 1 - chance.nextDouble() * (1 - (double) leastMillis / largestMillis);
        yield Math.round(leastMillis / kept);
      }
    };
  }

  /** Within three standard deviations, by the polar method; StrictMath for equal bits. */
  private static double gaussian(SplittableRandom chance) {
    while (true) {
      double x = 2 * chance.nextDouble() - 1;
      double y = 2 * chance.nextDouble() - 1;
      double square = x * x + y * y;
      if (square > 0 && square < 1) {
        double drawn = x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        if (Math.abs(drawn) <= 3) {
          return drawn;
        }
      }
    }
  }
}
