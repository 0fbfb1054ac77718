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
import java.util.Map;
import java.util.TreeMap;

/**
 * A workflow in the making, task by task, parents first. Each task's runtime depends on the seed,
 * its kind and its number among its kind, and on nothing else.
 */
final class TaskLoom {
  private final String name;
  private final long seed;
  private final List<TaskGroup> groups = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  TaskLoom(String name, long seed) {
    this.name = name;
    this.seed = seed;
  }

  /** How long the tasks of a kind take: evenly spread, with this mean and standard deviation. */
  record Time(double meanSeconds, double deviationSeconds) {}

  /** Adds a task and says its place. */
  int add(String kind, Time time, List<Integer> parents) {
    int number = counts.merge(kind, 1, Integer::sum);
    groups.add(
        new TaskGroup(
            kind + "-" + number,
            1,
            Script.NONE,
            kind,
            new Need(List.of(), 1, 0),
            parents,
            new RuntimeEstimate(millis(kind, number, time), new TreeMap<>()),
            0,
            true,
            0,
            0,
            0));
    return groups.size() - 1;
  }

  int add(String kind, Time time, int parent) {
    return add(kind, time, List.of(parent));
  }

  /** Even between the mean and {@code sqrt 3} deviations to either side, never near 0. */
  private long millis(String kind, int number, Time time) {
    double u = 2 * Chance.stream(seed, name + " " + kind, number).nextDouble() - 1;
    double seconds = time.meanSeconds() + StrictMath.sqrt(3) * u * time.deviationSeconds();
    return Math.max(1, Math.round(1_000 * Math.max(seconds, time.meanSeconds() / 10)));
  }

  JobSpec job(Deadline deadline) {
    return new JobSpec(name, "", deadline, false, groups);
  }
}
