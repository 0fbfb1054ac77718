package io.windhover.policies.bag.bound;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;

/**
 * Ways to say which share of a machine a task takes, such that the shares of tasks that run there
 * at once never sum to more than one. Any of them is right; which says most depends on the tasks.
 *
 * <p>Steps: a task that takes the part x of a machine's memory (or cores) counts floor((k + 1) x) /
 * k, unless (k + 1) x is whole: then it counts x. This is the dual feasible function u(k) of Fekete
 * and Schepers (Mathematical Programming, 2001): with k = 1 a task of more than half the memory
 * counts as the whole machine, for no second one fits beside it.
 */
enum Packing {
  CORES(0, -1),
  MEMORY(-1, 0),
  HALF_AND_HALF(0, 0),
  CORES_IN_1_STEP(1, -1),
  CORES_IN_2_STEPS(2, -1),
  CORES_IN_3_STEPS(3, -1),
  MEMORY_IN_1_STEP(-1, 1),
  MEMORY_IN_2_STEPS(-1, 2),
  MEMORY_IN_3_STEPS(-1, 3),
  MEMORY_IN_4_STEPS(-1, 4);

  private static final int NOT_COUNTED = -1;

  private final int coreSteps;
  private final int memorySteps;

  /** Steps of each; 0 for the part itself, -1 where it is not counted. */
  Packing(int coreSteps, int memorySteps) {
    this.coreSteps = coreSteps;
    this.memorySteps = memorySteps;
  }

  /** The share of a machine that a task takes which fits on it. */
  double share(Need need, MachineSpec machine) {
    double cores = share(need.cores(), machine.cores(), coreSteps);
    double memory = share(need.memoryBytes(), machine.memoryBytes(), memorySteps);
    return coreSteps != NOT_COUNTED && memorySteps != NOT_COUNTED
        ? (cores + memory) / 2
        : cores + memory;
  }

  private static double share(long part, long whole, int steps) {
    if (steps == NOT_COUNTED || whole == 0) {
      return 0;
    }
    long stepped = (steps + 1) * part;
    if (steps == 0 || stepped % whole == 0) {
      return (double) part / whole;
    }
    long wholeSteps = stepped / whole;
    return (double) wholeSteps / steps;
  }
}
