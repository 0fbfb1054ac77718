package io.windhover.workload.generate;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.RuntimeEstimate;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Draws how long a task takes on each machine type. A task is bound by computing, by memory or by
 * neither, with equal chance; a type that was built for what binds it is many times faster than the
 * standard one, any other large type somewhat faster, the micro type slower. With the prices of SCS
 * (high-CPU 8 times, high-memory 5.9 times, micro 0.24 times the standard type) each type is so the
 * cheapest for some tasks and not for others, which is what the paper demands; its own numbers are
 * not published.
 *
 * @param standardMillisMin the shortest task on the standard type
 * @param standardMillisMax the longest
 */
public record TaskTimes(long standardMillisMin, long standardMillisMax) {
  /**
   * 4 to 20 minutes: half an hour is then tight for a pipeline on the fastest types, and two hours
   * are wide even on the cheapest.
   */
  public static final TaskTimes SCS = new TaskTimes(240_000, 1_200_000);

  public static final String MICRO = "micro";
  public static final String STANDARD = "standard";
  public static final String HIGH_CPU = "high-cpu";
  public static final String HIGH_MEMORY = "high-memory";

  private enum Bound {
    BY_COMPUTING,
    BY_MEMORY,
    BY_NEITHER
  }

  /** The times of one service unit of an application; whole seconds. */
  public RuntimeEstimate draw(long seed, String application, int unit) {
    SplittableRandom chance = Chance.stream(seed, application + " times", unit);
    Bound bound = Bound.values()[chance.nextInt(Bound.values().length)];
    double standard = between(chance, (double) standardMillisMin, (double) standardMillisMax);
    return onTypes(standard, bound, chance, 1000);
  }

  /**
   * The times of a task that is known to take so long on the standard type, with speeds drawn for
   * its kind in the same manner; whole milliseconds.
   */
  public static RuntimeEstimate scaled(long standardMillis, long seed, String kind) {
    SplittableRandom chance = Chance.stream(seed, kind + " speeds", 0);
    Bound bound = Bound.values()[chance.nextInt(Bound.values().length)];
    return onTypes((double) standardMillis, bound, chance, 1);
  }

  private static RuntimeEstimate onTypes(
      double standard, Bound bound, SplittableRandom chance, long unitMillis) {
    double slower = between(chance, 2, 6);
    double cpu = bound == Bound.BY_COMPUTING ? between(chance, 6, 12) : between(chance, 1.2, 2.5);
    double memory = bound == Bound.BY_MEMORY ? between(chance, 4, 9) : between(chance, 1.2, 2.5);
    var millis = new TreeMap<String, Long>();
    millis.put(STANDARD, whole(standard, unitMillis));
    millis.put(MICRO, whole(standard * slower, unitMillis));
    millis.put(HIGH_CPU, whole(standard / cpu, unitMillis));
    millis.put(HIGH_MEMORY, whole(standard / memory, unitMillis));
    return new RuntimeEstimate(-1, millis);
  }

  private static double between(SplittableRandom chance, double low, double high) {
    return low + (high - low) * chance.nextDouble();
  }

  private static long whole(double millis, long unitMillis) {
    return Math.max(1, Math.round(millis / unitMillis)) * unitMillis;
  }
}
