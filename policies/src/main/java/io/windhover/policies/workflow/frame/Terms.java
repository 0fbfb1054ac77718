package io.windhover.policies.workflow.frame;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** What can be rented and how long things are planned to take, margins included. */
public final class Terms {
  /** What a task is thought to take when nobody said; for such jobs nothing is promised. */
  static final long UNKNOWN_MILLIS = 600_000;

  private final VmTypes types;
  private final WorkflowSettings settings;
  private final long[] lagMillis;
  private final long lagMillisMax;
  private final int[] byPrice;

  public Terms(VmTypes types, WorkflowSettings settings) {
    this.types = types;
    this.settings = settings;
    this.lagMillis = new long[types.size()];
    for (int type = 0; type < lagMillis.length; type++) {
      lagMillis[type] = settings.lagMillis(types.lagMillis(type));
    }
    this.lagMillisMax = Arrays.stream(lagMillis).max().orElse(0);
    this.byPrice =
        IntStream.range(0, types.size())
            .boxed()
            .sorted(Comparator.comparingLong(types::pricePerHourNanos))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  WorkflowSettings settings() {
    return settings;
  }

  public VmTypes types() {
    return types;
  }

  /** The types from the cheapest hour to the dearest; not to be changed. */
  public int[] byPrice() {
    return byPrice;
  }

  public long lagMillis(int type) {
    return lagMillis[type];
  }

  public long lagMillisMax() {
    return lagMillisMax;
  }

  boolean hasRuntimeMargin() {
    return settings.runtimeMarginMillionths() != 0;
  }

  long runMillis(TaskGroup group, MachineSpec machine) {
    return Math.max(
        1, settings.runtimeMillis(group.runtime().millisOn(machine.type()).orElse(UNKNOWN_MILLIS)));
  }

  /**
   * The job's groups; {@link Dag#NEVER_MILLIS} on types that cannot hold a group's tasks. When
   * nothing can be rented there is one type, and it holds nothing.
   */
  Dag dag(JobSpec job) {
    int size = job.groups().size();
    int[] counts = new int[size];
    int[][] parents = new int[size][];
    long[][] millis = new long[size][types.size()];
    for (int node = 0; node < size; node++) {
      TaskGroup group = job.groups().get(node);
      counts[node] = group.count();
      parents[node] = group.after().stream().mapToInt(Integer::intValue).toArray();
      for (int type = 0; type < types.size(); type++) {
        MachineSpec machine = types.offer(type).machine();
        millis[node][type] =
            types.holds(type, group.need()) ? runMillis(group, machine) : Dag.NEVER_MILLIS;
      }
    }
    return Dag.of(counts, parents, millis);
  }

  /**
   * The cores a task takes up: as many as it needs, or more when it needs more than that share of
   * the memory. So what fits by cores fits by memory too.
   */
  static int share(Need need, MachineSpec machine) {
    long perCore = Math.max(1, machine.memoryBytes() / machine.cores());
    long byMemory = (need.memoryBytes() + perCore - 1) / perCore;
    return (int) Math.min(machine.cores(), Math.max(need.cores(), byMemory));
  }
}
