package io.windhover.workload.harvest;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.workload.Problems;
import io.windhover.workload.Shown;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** One harvest machine while its lines are read. */
final class HvmDraft {
  private static final long GIGABYTE = 1_000_000_000L;

  /** As clouds sell them: 16, 32 and 64 GB with 2, 4 and 8 cores. */
  private static final int GB_PER_MINIMUM_CORE = 8;

  private static final int[] USUAL_MINIMUMS = {8, 4, 2};

  private final String name;
  private final List<Step> steps = new ArrayList<>();
  private int leastCores = Integer.MAX_VALUE;
  private int leastAtLine;
  private int minimum = -1;
  private int memoryGb = -1;
  private long lastMillis = -1;
  private int lastLine;

  HvmDraft(String name) {
    this.name = name;
  }

  void step(long atMillis, int cores, int line, Problems problems) {
    if (atMillis <= lastMillis) {
      problems.add(
          line,
          "seconds",
          "%s of %s is not after %s on line %d; expected a later time"
              .formatted(seconds(atMillis), Shown.quoted(name), seconds(lastMillis), lastLine));
      return;
    }
    lastMillis = atMillis;
    lastLine = line;
    if (steps.isEmpty() && cores == 0) {
      problems.add(
          line,
          "hvm",
          Shown.quoted(name)
              + " is evicted but was never there; expected a line with cores before this one");
      return;
    }
    if (cores > 0 && cores < leastCores) {
      leastCores = cores;
      leastAtLine = line;
    }
    if (steps.isEmpty() || steps.get(steps.size() - 1).cores() != cores) {
      steps.add(new Step(atMillis, cores));
    }
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
  }

  void facts(int minimumHere, int memoryGbHere, int line, Problems problems) {
    if (minimumHere >= 0) {
      same(minimum, minimumHere, "minimum", line, problems);
      minimum = minimumHere;
    }
    if (memoryGbHere >= 0) {
      same(memoryGb, memoryGbHere, "memory_gb", line, problems);
      memoryGb = memoryGbHere;
    }
  }

  private void same(int before, int now, String column, int line, Problems problems) {
    if (before >= 0 && before != now) {
      problems.add(
          line,
          column,
          "%d, but %s had %d before; expected one for each machine"
              .formatted(now, Shown.quoted(name), before));
    }
  }

  void checkMinimum(Problems problems) {
    if (leastCores < minimum) {
      problems.add(
          leastAtLine,
          "cores",
          "%d is below the minimum of %s, %d; expected 0 for an eviction"
              .formatted(leastCores, Shown.quoted(name), minimum));
    }
  }

  /** Without a minimum it is the largest usual one that it never fell below. */
  HarvestTrace.Hvm hvm() {
    int cores = minimum;
    for (int usual : USUAL_MINIMUMS) {
      cores = cores < 0 && usual <= leastCores ? usual : cores;
    }
    cores = cores < 0 ? 1 : cores;
    long gigabytes = memoryGb >= 0 ? memoryGb : (long) cores * GB_PER_MINIMUM_CORE;
    return new HarvestTrace.Hvm(name, cores, gigabytes * GIGABYTE, steps);
  }
}
