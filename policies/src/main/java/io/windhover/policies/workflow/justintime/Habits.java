package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;

/**
 * How a dispatcher behaves, apart from plans; what is best depends on how much work there is.
 *
 * @param reach a machine takes a task planned on another type when its room costs at most this many
 *     times what the task would cost on its own type; 0: never
 * @param extension another period of a machine is paid for tasks that could still wait when they
 *     would fill this share of it
 * @param lingerMillis how long a machine that is charged as it is used stays idle before it goes
 *     back
 * @param whole a new job is booked at once and whole on one machine when that adds at most this
 *     many times the busy cost of its plan to the bill; 0: never
 * @param keep another period of a machine that is idle when its paid time ends is paid for when it
 *     has worked for this share of the time since that was last asked
 * @param eager a task is booked as soon as it is ready, on the machine of its type where it ends
 *     first: jobs run ahead of their plans, which leaves them time to wait for dear machines
 */
record Habits(
    double reach, double extension, long lingerMillis, double whole, double keep, boolean eager) {
  /** No machine has done so much. */
  static final double NEVER = 2;

  static final Habits USUAL = new Habits(1.5, 0.5, 0, 0, NEVER, false);

  Habits reaching(double newReach) {
    return new Habits(newReach, extension, lingerMillis, whole, keep, eager);
  }

  Habits extending(double newExtension) {
    return new Habits(reach, newExtension, lingerMillis, whole, keep, eager);
  }

  Habits lingering(long newLingerMillis) {
    return new Habits(reach, extension, newLingerMillis, whole, keep, eager);
  }

  Habits takingWhole(double newWhole) {
    return new Habits(reach, extension, lingerMillis, newWhole, keep, eager);
  }

  Habits keeping(double newKeep) {
    return new Habits(reach, extension, lingerMillis, whole, newKeep, eager);
  }

  Habits being(boolean newEager) {
    return new Habits(reach, extension, lingerMillis, whole, keep, newEager);
  }

  /** At the end of a line. */
  void write(MemoryWriter line) {
    line.and(reach, extension, lingerMillis, whole, keep, eager);
  }

  static Habits of(MemoryReader line) {
    return new Habits(
        line.nextDouble(),
        line.nextDouble(),
        line.nextLong(),
        line.nextDouble(),
        line.nextDouble(),
        line.nextBoolean());
  }
}
