package io.windhover.workload;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * A job at a glance.
 *
 * @param criticalPathMillis the least time the job takes, each task on the fastest machine type its
 *     file names and as many machines as there are tasks; -1 when a runtime is not known
 * @param totalRuntimeMillis the sum of the tasks' runtimes as the file gives them, each on that
 *     type; -1 when a runtime is not known
 * @param belowZeroMillis what runtimes below 0 add to that sum: a few imported files have some, and
 *     they count as 0 everywhere else
 * @param requires every label some task requires, sorted
 * @param coresMax the most cores one task needs
 * @param memoryBytesMax the most memory one task needs; 0 when none says so
 */
public record JobSummary(
    String name,
    int tasks,
    int groups,
    boolean runnable,
    long criticalPathMillis,
    long totalRuntimeMillis,
    long belowZeroMillis,
    List<String> requires,
    int coresMax,
    long memoryBytesMax) {
  public JobSummary {
    requires = List.copyOf(requires);
  }

  static JobSummary of(JobFile file) {
    JobSpec spec = file.spec();
    var requires = new TreeSet<String>();
    int coresMax = 1;
    long memoryBytesMax = 0;
    for (TaskGroup group : spec.groups()) {
      requires.addAll(group.need().requires());
      coresMax = Math.max(coresMax, group.need().cores());
      memoryBytesMax = Math.max(memoryBytesMax, group.need().memoryBytes());
    }
    return new JobSummary(
        spec.name(),
        spec.taskCount(),
        spec.groups().size(),
        file.runnable(),
        criticalPathMillis(spec.groups()),
        totalRuntimeMillis(spec.groups(), file.belowZeroMillis()),
        file.belowZeroMillis(),
        List.copyOf(requires),
        coresMax,
        memoryBytesMax);
  }

  /** Groups come in an order in which one pass is enough. */
  private static long criticalPathMillis(List<TaskGroup> groups) {
    long[] endMillis = new long[groups.size()];
    long longest = 0;
    for (int g = 0; g < groups.size(); g++) {
      TaskGroup group = groups.get(g);
      OptionalLong runtime = fastestMillis(group.runtime());
      if (runtime.isEmpty()) {
        return -1;
      }
      long startMillis = 0;
      for (int before : group.after()) {
        startMillis = Math.max(startMillis, endMillis[before]);
      }
      endMillis[g] = startMillis + runtime.getAsLong();
      longest = Math.max(longest, endMillis[g]);
    }
    return longest;
  }

  private static long totalRuntimeMillis(List<TaskGroup> groups, long belowZeroMillis) {
    var sum =
        BigInteger.valueOf(
            belowZeroMillis); // A hundred million tasks of a hundred years fit no long.
    for (TaskGroup group : groups) {
      OptionalLong runtime = fastestMillis(group.runtime());
      if (runtime.isEmpty()) {
        return -1;
      }
      BigInteger each = BigInteger.valueOf(runtime.getAsLong());
      sum = sum.add(each.multiply(BigInteger.valueOf(group.count())));
    }
    return sum.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  private static OptionalLong fastestMillis(RuntimeEstimate runtime) {
    OptionalLong named = runtime.millisByType().values().stream().mapToLong(m -> m).min();
    if (runtime.anyTypeMillis() < 0) {
      return named;
    }
    return OptionalLong.of(Math.min(named.orElse(Long.MAX_VALUE), runtime.anyTypeMillis()));
  }
}
