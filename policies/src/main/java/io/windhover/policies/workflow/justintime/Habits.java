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
 */
record Habits(double reach, double extension, long lingerMillis) {
  static final Habits USUAL = new Habits(1.5, 0.5, 0);

  Habits reaching(double newReach) {
    return new Habits(newReach, extension, lingerMillis);
  }

  Habits extending(double newExtension) {
    return new Habits(reach, newExtension, lingerMillis);
  }

  Habits lingering(long newLingerMillis) {
    return new Habits(reach, extension, newLingerMillis);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s %s %d", reach, extension, lingerMillis);
  }
}
