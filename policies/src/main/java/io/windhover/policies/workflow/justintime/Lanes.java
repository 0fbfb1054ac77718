package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.plan.VmTypes;

/** Machines are divided into equal lanes, each as wide as the widest task there is. */
final class Lanes {
  private Lanes() {}

  /** How many tasks of the given size fit on one machine of a type side by side; at least 1. */
  static int of(MachineSpec machine, int cores, long memoryBytes) {
    long byCores = machine.cores() / cores;
    long byMemory = memoryBytes == 0 ? byCores : machine.memoryBytes() / memoryBytes;
    return (int) Math.max(1, Math.min(byCores, byMemory));
  }

  /**
   * How many times as much a job would cost, each task where it is cheapest and no moment more than
   * needed, if a task pays for a lane rather than for what it takes up itself: 1 where all tasks
   * are alike, or each size has a type of its own.
   */
  static double waste(JobSpec job, VmTypes types) {
    int cores = 1;
    long memoryBytes = 0;
    for (TaskGroup group : job.groups()) {
      cores = Math.max(cores, group.need().cores());
      memoryBytes = Math.max(memoryBytes, group.need().memoryBytes());
    }
    double paid = 0;
    double used = 0;
    for (TaskGroup group : job.groups()) {
      double least = Double.MAX_VALUE;
      double leastUsed = Double.MAX_VALUE;
      for (int type = 0; type < types.size(); type++) {
        if (types.holds(type, group.need())) {
          MachineSpec machine = types.offer(type).machine();
          double nanos =
              (double) machine.pricePerHourNanos()
                  * (double) group.runtime().millisOn(machine.type()).orElse(Vm.UNKNOWN_MILLIS)
                  * group.count();
          least = Math.min(least, nanos / of(machine, cores, memoryBytes));
          leastUsed = Math.min(leastUsed, nanos * share(group.need(), machine));
        }
      }
      paid += least < Double.MAX_VALUE ? least : 0;
      used += leastUsed < Double.MAX_VALUE ? leastUsed : 0;
    }
    return used > 0 ? paid / used : 1;
  }

  private static double share(Need need, MachineSpec machine) {
    double byCores = (double) need.cores() / machine.cores();
    return need.memoryBytes() == 0
        ? byCores
        : Math.max(byCores, (double) need.memoryBytes() / (double) machine.memoryBytes());
  }
}
