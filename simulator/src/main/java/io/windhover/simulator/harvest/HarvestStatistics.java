package io.windhover.simulator.harvest;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What SlackSched (section 2.1) says of its clusters, said of a trace. A change is a step after the
 * machine has come; an eviction is a change to 0 cores. The time before a change counts from the
 * change before it or, after an eviction, from the moment the next machine came; what came before
 * the first change of the trace was cut off by its beginning and does not count.
 */
public final class HarvestStatistics {
  private static final long HOUR_MILLIS = 3_600_000;

  private final HarvestTrace trace;
  private final long[] intervals;
  private final int[] sizes;
  private final int evictions;

  public HarvestStatistics(HarvestTrace trace) {
    this.trace = trace;
    LongStream.Builder between = LongStream.builder();
    IntStream.Builder changes = IntStream.builder();
    int gone = 0;
    for (Hvm hvm : trace.hvms()) {
      List<Step> steps = hvm.steps();
      for (int i = 1; i < steps.size(); i++) {
        int before = steps.get(i - 1).cores();
        if (before == 0) {
          continue;
        }
        int cores = steps.get(i).cores();
        changes.add(cores - before);
        gone += cores == 0 ? 1 : 0;
        if (i > 1) {
          between.add(steps.get(i).atMillis() - steps.get(i - 1).atMillis());
        }
      }
    }
    intervals = between.build().sorted().toArray();
    sizes = changes.build().toArray();
    evictions = gone;
  }

  /** Times between changes, shortest first: the samples of Figures 1(b) and 7. */
  public long[] intervalsMillis() {
    return intervals.clone();
  }

  /** Cores won (or lost, when negative) at each change: the samples of Figure 1(a). */
  public int[] changes() {
    return sizes.clone();
  }

  public int evictions() {
    return evictions;
  }

  public double meanChange() {
    return Arrays.stream(sizes).map(Math::abs).average().orElse(0);
  }

  public double meanIntervalMillis() {
    return Arrays.stream(intervals).average().orElse(0);
  }

  /** The share of changes that came so soon after the one before. */
  public double shareWithin(long millis) {
    int count = 0;
    while (count < intervals.length && intervals[count] <= millis) {
      count++;
    }
    return intervals.length == 0 ? 0 : (double) count / intervals.length;
  }

  /** The time that this share of the times between changes does not exceed. */
  public long percentileMillis(double share) {
    return intervals.length == 0
        ? 0
        : intervals[(int) Math.min(intervals.length - 1, Math.floor(share * intervals.length))];
  }

  /** Cores of machines of this minimum, averaged over the time they were there. */
  public double meanCores(int minimumCores) {
    return Arrays.stream(hourlyCores(minimumCores)).average().orElse(0);
  }

  /** What this share of the machine-hours of this minimum do not exceed, in cores. */
  public double coresPercentile(int minimumCores, double share) {
    double[] hours = hourlyCores(minimumCores);
    return hours.length == 0
        ? 0
        : hours[(int) Math.min(hours.length - 1, Math.floor(share * hours.length))];
  }

  /** Each machine's cores averaged over each hour in which it was always there, fewest first. */
  public double[] hourlyCores(int minimumCores) {
    return trace.hvms().stream()
        .filter(hvm -> hvm.minimumCores() == minimumCores)
        .flatMapToDouble(this::hourlyCores)
        .sorted()
        .toArray();
  }

  private DoubleStream hourlyCores(Hvm hvm) {
    int hours = (int) (trace.endMillis() / HOUR_MILLIS);
    long[] coreMillis = new long[hours];
    boolean[] away = new boolean[hours];
    long at = 0;
    int cores = 0;
    for (int i = 0; i <= hvm.steps().size(); i++) {
      boolean over = i == hvm.steps().size();
      long until = over ? hours * HOUR_MILLIS : hvm.steps().get(i).atMillis();
      for (int hour = (int) (at / HOUR_MILLIS); hour < hours && at < until; hour++) {
        long end = Math.min(until, (hour + 1) * HOUR_MILLIS);
        coreMillis[hour] += cores * (end - at);
        away[hour] |= cores == 0;
        at = end;
      }
      at = until;
      cores = over ? 0 : hvm.steps().get(i).cores();
    }
    return IntStream.range(0, hours)
        .filter(hour -> !away[hour])
        .mapToDouble(hour -> coreMillis[hour] / (double) HOUR_MILLIS);
  }

  /** Changes of each machine in each hour of the trace, fewest first: Figure 2(b). */
  public int[] hourlyChanges(int minimumCores) {
    int hours = (int) (trace.endMillis() / HOUR_MILLIS);
    return trace.hvms().stream()
        .filter(hvm -> hvm.minimumCores() == minimumCores)
        .flatMapToInt(
            hvm -> {
              int[] counts = new int[hours];
              for (Step step :
                  hvm.steps().subList(Math.min(1, hvm.steps().size()), hvm.steps().size())) {
                int hour = (int) (step.atMillis() / HOUR_MILLIS);
                if (hour < hours) {
                  counts[hour]++;
                }
              }
              return Arrays.stream(counts);
            })
        .sorted()
        .toArray();
  }
}
