package io.windhover.simulator.cloud;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.AttemptId;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;

/**
 * What estimates do not tell: how far real runtimes and start-ups lie from them, attempts that fail
 * by themselves and machines that die. Each attempt and each machine has a stream of its own, so
 * two policies on one seed meet the same misfortune wherever they do the same.
 *
 * @param runtimeError a task takes its estimate times a factor from 1 - e to 1 + e, evenly
 * @param lagError the same for the time a launch takes
 * @param taskFailures the share of attempts that exit with a failure, somewhere on their way
 * @param vmMeanLifeMillis how long a rented machine lasts on the whole once it is up; 0 when all
 *     last for ever
 */
public record Imprecision(
    double runtimeError, double lagError, double taskFailures, long vmMeanLifeMillis) {
  /** Why a machine is lost that has come to the end of its life, not to the end of its lease. */
  public static final String MACHINE_FAILED = "the machine failed";

  /** Everything is as it was said. */
  public static final Imprecision NONE = new Imprecision(0, 0, 0, 0);

  private static final int EXIT_CODE = 1;
  private static final int ATTEMPT_BITS = 8;

  public Imprecision {
    if (!isShare(runtimeError) || !isShare(lagError) || !isShare(taskFailures)) {
      throw new IllegalArgumentException(
          "runtime error %s, lag error %s, failures of tasks %s; expected each from 0 to 1"
              .formatted(runtimeError, lagError, taskFailures));
    }
    if (vmMeanLifeMillis < 0) {
      throw new IllegalArgumentException("a mean life of " + vmMeanLifeMillis + " ms");
    }
  }

  private static boolean isShare(double value) {
    return value >= 0 && value <= 1;
  }

  /** What becomes of attempts for which this would become otherwise. */
  public Fate fate(Fate otherwise, long seed) {
    if (runtimeError == 0 && taskFailures == 0) {
      return otherwise;
    }
    return (attempt, group, machine) ->
        befall(attempt, otherwise.of(attempt, group, machine), seed);
  }

  private Fate.Outcome befall(AttemptId attempt, Fate.Outcome planned, long seed) {
    // The attempts of a task lie close together, and the tasks of a job next to them.
    long task = ((long) attempt.task().job() << Integer.SIZE) | attempt.task().index();
    long entity = (task << ATTEMPT_BITS) ^ attempt.number();
    long runMillis = planned.runMillis();
    if (runtimeError > 0) {
      double even = Chance.stream(seed, "runtime error", entity).nextDouble();
      runMillis = scaled(runMillis, runtimeError, even);
    }
    if (taskFailures > 0 && planned.exitCode() == 0) {
      var chance = Chance.stream(seed, "task failure", entity);
      if (chance.nextDouble() < taskFailures) {
        return new Fate.Outcome((long) (runMillis * chance.nextDouble()), EXIT_CODE);
      }
    }
    return new Fate.Outcome(runMillis, planned.exitCode());
  }

  /** A provider that is as good or bad as this, and otherwise like the given one. */
  public Cloud cloud(Cloud otherwise, long seed) {
    return lagError == 0 && vmMeanLifeMillis == 0
        ? otherwise
        : new ImpreciseCloud(this, otherwise, seed);
  }

  long lagMillis(long plannedMillis, int machine, long seed) {
    return lagError == 0
        ? plannedMillis
        : scaled(plannedMillis, lagError, Chance.stream(seed, "lag error", machine).nextDouble());
  }

  /** From when it is up; {@link Long#MAX_VALUE} when it lasts. */
  long lifeMillis(int machine, long seed) {
    if (vmMeanLifeMillis == 0) {
      return Long.MAX_VALUE;
    }
    double even = Chance.stream(seed, "machine failure", machine).nextDouble();
    // StrictMath: the same bits on every machine.
    return (long) Math.ceil(-StrictMath.log(1 - even) * vmMeanLifeMillis);
  }

  private static long scaled(long plannedMillis, double error, double even) {
    return Math.round(plannedMillis * (1 + error * (2 * even - 1)));
  }
}
