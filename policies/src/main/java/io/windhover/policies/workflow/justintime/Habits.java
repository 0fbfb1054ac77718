package io.windhover.policies.workflow.justintime;

import java.util.Locale;

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
 */
record Habits(double reach, double extension, long lingerMillis, double whole) {
  static final Habits USUAL = new Habits(1.5, 0.5, 0, 0);

  Habits reaching(double newReach) {
    return new Habits(newReach, extension, lingerMillis, whole);
  }

  Habits extending(double newExtension) {
    return new Habits(reach, newExtension, lingerMillis, whole);
  }

  Habits lingering(long newLingerMillis) {
    return new Habits(reach, extension, newLingerMillis, whole);
  }

  Habits takingWhole(double newWhole) {
    return new Habits(reach, extension, lingerMillis, newWhole);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s %s %d %s", reach, extension, lingerMillis, whole);
  }
}
