package io.windhover.experiments.hads;

import io.windhover.core.model.Money;
import io.windhover.simulator.record.RunRecord;

/**
 * What one run came to, as far as tables and figures ask.
 *
 * @param makespanSeconds of a run that broke off: how long it had lasted
 * @param moved tasks migrated, by where they went: to idle, to busy, to new on-demand VMs
 */
record Measured(
    boolean inTime,
    double dollars,
    double makespanSeconds,
    int hibernations,
    int freezes,
    double frozenSeconds,
    int spotVms,
    int onDemandVms,
    int checkpoints,
    int recoveries,
    double cpuSavedSeconds,
    Moved moved,
    int stealCalls,
    int steals,
    int resumesBeforeTrigger) {
  private static final double MILLIS = 1000;

  /** Tasks that were migrated. */
  record Moved(int idle, int busy, int onDemand) {
    int all() {
      return idle + busy + onDemand;
    }
  }

  static Measured of(Trial.Outcome outcome, RunRecord run) {
    long makespan = outcome.done() ? outcome.makespanMillis() : run.endedAtMillis();
    return new Measured(
        outcome.inTime(),
        (double) run.costNanos() / Money.NANOS_PER_DOLLAR,
        makespan / MILLIS,
        run.hibernations(),
        run.freezes(),
        run.frozenMillis() / MILLIS,
        run.spotVms(),
        run.onDemandVms(),
        run.checkpoints(),
        run.recoveries(),
        run.cpuSavedMillis() / MILLIS,
        new Moved(
            (int) run.tally("migrations.idle"),
            (int) run.tally("migrations.busy"),
            (int) run.tally("migrations.onDemand")),
        (int) run.tally("stealCalls"),
        (int) run.tally("stealsSucceeded"),
        (int) run.tally("resumesBeforeTrigger"));
  }
}
