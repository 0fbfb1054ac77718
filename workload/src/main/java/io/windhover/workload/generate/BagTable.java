package io.windhover.workload.generate;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A bag of which only a line of a table is known: how many tasks, and the least, mean and largest
 * of their runtime and memory. Tasks are drawn from a seed; the least and the largest are there,
 * and the mean is the table's.
 */
public record BagTable(String name, int tasks, Spread runtimeMillis, Spread memoryBytes) {
  /** The least, mean and largest of something. */
  public record Spread(long least, long mean, long largest) {
    public Spread {
      if (least < 0 || mean < least || largest < mean) {
        throw new IllegalArgumentException(
            "least %d, mean %d, largest %d".formatted(least, mean, largest));
      }
    }
  }

  /** Draws the bag; each task is a group of its own, for no two are alike. */
  public JobSpec draw(long seed, long deadlineMillis) {
    long[] runtimes = values(runtimeMillis, Chance.stream(seed, name + " runtimes", 0));
    long[] memories = values(memoryBytes, Chance.stream(seed, name + " memories", 0));
    List<TaskGroup> groups = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      groups.add(task("task" + i, runtimes[i], memories[i]));
    }
    return new JobSpec(name, "", new Deadline.Within(deadlineMillis), false, groups);
  }

  private static TaskGroup task(String name, long runtimeMillis, long memoryBytes) {
    return new TaskGroup(
        name,
        1,
        new Script(List.of("true"), "", new TreeMap<>()),
        name,
        new Need(List.of(), 1, memoryBytes),
        List.of(),
        new RuntimeEstimate(runtimeMillis, new TreeMap<>()),
        0,
        true,
        0,
        0,
        0);
  }

  /**
   * Draws least + range x u^p with the p that gives the mean, then moves values within the bounds
   * until the mean is exact.
   */
  private long[] values(Spread spread, SplittableRandom chance) {
    long[] values = new long[tasks];
    double range = spread.largest() - spread.least();
    double above = Math.max(1, spread.mean() - spread.least());
    double power = Math.max(0, range / above - 1);
    for (int i = 0; i < tasks; i++) {
      double u = StrictMath.pow(chance.nextDouble(), power);
      values[i] = spread.least() + Math.round(range * u);
    }
    int leastAt = chance.nextInt(tasks);
    int largestAt = (leastAt + 1 + chance.nextInt(Math.max(1, tasks - 1))) % tasks;
    values[leastAt] = spread.least();
    values[largestAt] = spread.largest();
    balance(values, spread, leastAt, largestAt);
    return values;
  }

  private void balance(long[] values, Spread spread, int leastAt, int largestAt) {
    for (int round = 0; round < 100; round++) {
      long missing = spread.mean() * tasks;
      for (long value : values) {
        missing -= value;
      }
      if (missing == 0) {
        return;
      }
      long step = missing / tasks == 0 ? Long.signum(missing) : missing / tasks;
      for (int i = 0; i < tasks && missing != 0; i++) {
        if (i != leastAt && i != largestAt) {
          long to = Math.max(spread.least(), Math.min(spread.largest(), values[i] + step));
          missing -= to - values[i];
          values[i] = to;
        }
      }
    }
  }
}
