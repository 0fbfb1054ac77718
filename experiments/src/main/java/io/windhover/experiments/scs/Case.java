package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.scs.Draws.Room;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.simulator.cloud.Imprecision;

/**
 * What is run with each draw.
 *
 * @param marginPercent by how much longer the policy is told to plan what errs; 0 for one that is
 *     told nothing
 * @param lessTimePercent by how much shorter the deadline is than the cell's; the draws are the
 *     cell's
 */
record Case(
    String policy,
    Cell cell,
    Meter meter,
    int jobsPerHour,
    Imprecision errors,
    Room room,
    int marginPercent,
    int lessTimePercent) {
  /** Told nothing of errors. */
  Case(String policy, Cell cell, Meter meter, int jobsPerHour, Imprecision errors, Room room) {
    this(policy, cell, meter, jobsPerHour, errors, room, 0, 0);
  }

  /** As the paper's main figures have it: whole hours, exact estimates. */
  static Case usual(String policy, Cell cell) {
    return exact(policy, cell, Meter.HOUR, ScsSetting.USUAL);
  }

  static Case exact(String policy, Cell cell, Meter meter, int jobsPerHour) {
    return new Case(policy, cell, meter, jobsPerHour, Imprecision.NONE, Room.EXACT);
  }

  Case withMargins(int percent) {
    if (isExact()) {
      throw new IllegalStateException("margins of " + percent + " % where nothing errs");
    }
    return new Case(policy, cell, meter, jobsPerHour, errors, room, percent, lessTimePercent);
  }

  Case withLessTime(int percent) {
    return new Case(policy, cell, meter, jobsPerHour, errors, room, marginPercent, percent);
  }

  Case withRoom(Room other) {
    return new Case(
        policy, cell, meter, jobsPerHour, errors, other, marginPercent, lessTimePercent);
  }

  long deadlineMillis() {
    return cell.deadlineMillis() * (100 - lessTimePercent) / 100;
  }

  boolean isExact() {
    return errors.equals(Imprecision.NONE);
  }

  /** A row that says which cell, load and billing it is of. */
  Row row(String figure, String metric, Sample sample, String unit) {
    return keyed(Row.of(figure, cell.name(), policy, metric, sample, unit));
  }

  Row row(String figure, String metric, double ours, String unit) {
    return keyed(Row.of(figure, cell.name(), policy, metric, ours, unit));
  }

  private Row keyed(Row row) {
    return row.with("billing", meter.text()).with("jobsPerHour", jobsPerHour);
  }
}
