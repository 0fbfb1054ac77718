package io.windhover.experiments.chart;

import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where in a timeline things stand. Rows grow thin when there are many. */
final class TimelineLayout {
  static final int WIDTH = 1240;
  static final double LEFT = 170;
  static final double RIGHT = WIDTH - 20;
  static final double TOP = 56;

  private static final int FOOT = 74;
  private static final double GAP = 4;
  private static final long MINUTE_MILLIS = 60_000;
  private static final long[] STEPS_MINUTES = {1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440};
  private static final int TICKS_MAX = 16;

  private final Map<Integer, Double> tops = new LinkedHashMap<>();
  private final Map<Integer, Integer> rows = new LinkedHashMap<>();
  private final double rowHeight;
  private final double bottom;
  private final long beganMillis;
  private final long endMillis;

  TimelineLayout(RunRecord run) {
    this(run, 0);
  }

  /**
   * One that is at least so long, to be compared with another.
   *
   * @param leastMillis from the first submission on
   */
  TimelineLayout(RunRecord run, long leastMillis) {
    for (VmRecord vm : run.vms()) {
      if (vm.cameUp()) {
        rows.put(vm.id(), vm.cores());
      }
    }
    for (TaskRecord task : run.tasks()) {
      for (AttemptRecord attempt : task.attempts()) {
        // A machine that shrank under its tasks needs more rows than it has cores.
        attempt.rows().forEach(row -> rows.merge(attempt.machine(), row + 1, Math::max));
      }
    }
    int all = rows.values().stream().mapToInt(n -> n).sum();
    rowHeight = all <= 80 ? 16 : all <= 200 ? 11 : all <= 400 ? 6 : 3;
    double y = TOP;
    for (Map.Entry<Integer, Integer> vm : rows.entrySet()) {
      tops.put(vm.getKey(), y);
      y += vm.getValue() * rowHeight + Math.min(GAP, rowHeight - 1);
    }
    bottom = Math.max(y, TOP + rowHeight);
    beganMillis = run.jobs().stream().mapToLong(JobRecord::submittedAtMillis).min().orElse(0);
    endMillis = Math.max(Math.max(MINUTE_MILLIS, leastMillis), endMillis(run, beganMillis));
  }

  /** Where the work ends, and what is paid for; a deadline beyond is a mark at the edge. */
  private static long endMillis(RunRecord run, long beganMillis) {
    long end = beganMillis;
    for (JobRecord job : run.jobs()) {
      end = Math.max(end, job.endedAtMillis() < 0 ? run.endedAtMillis() : job.endedAtMillis());
    }
    for (VmRecord vm : run.vms()) {
      end = Math.max(end, vm.paidUntilMillis());
    }
    end = (end == beganMillis ? run.endedAtMillis() : end) - beganMillis;
    return end + end / 50;
  }

  int height() {
    return (int) Math.ceil(bottom) + FOOT;
  }

  double bottom() {
    return bottom;
  }

  double rowHeight() {
    return rowHeight;
  }

  boolean shows(int machine) {
    return tops.containsKey(machine);
  }

  boolean shows(long atMillis) {
    return atMillis >= beganMillis && atMillis - beganMillis <= endMillis;
  }

  double x(long atMillis) {
    return tickX(sinceBeginning(atMillis));
  }

  /** Where a moment stands that is counted from the beginning; what lies outside, at the edge. */
  double tickX(long sinceMillis) {
    return LEFT + (RIGHT - LEFT) * Math.min(endMillis, Math.max(0, sinceMillis)) / endMillis;
  }

  /** From the first submission, where the picture begins. */
  long sinceBeginning(long atMillis) {
    return atMillis - beganMillis;
  }

  double top(int machine) {
    return tops.getOrDefault(machine, TOP);
  }

  double height(int machine) {
    return rows.getOrDefault(machine, 1) * rowHeight;
  }

  double row(int machine, int row) {
    return top(machine) + row * rowHeight;
  }

  /** How long the time is that is shown. */
  long endMillisShown() {
    return endMillis;
  }

  /** A step of the axis that leaves its labels room. */
  long tickMillis() {
    for (long step : STEPS_MINUTES) {
      if (endMillis / (step * MINUTE_MILLIS) < TICKS_MAX) {
        return step * MINUTE_MILLIS;
      }
    }
    long days = endMillis / (1440 * MINUTE_MILLIS) / TICKS_MAX + 1;
    return days * 1440 * MINUTE_MILLIS;
  }
}
