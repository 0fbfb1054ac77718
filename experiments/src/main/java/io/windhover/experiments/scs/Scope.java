package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * How much is run: the more jobs an hour, the longer a run takes, so the fewer draws are made. All
 * policies have the same.
 *
 * @param draws of the paper's own setting, six jobs an hour billed by the hour
 * @param hours how long jobs keep coming
 * @param whole whether every cell is run under every load, billing and error, and by everybody
 */
record Scope(
    int draws,
    double hours,
    boolean whole,
    List<ArrivalPattern> patterns,
    List<Long> deadlinesMillis) {
  /** As the paper has it. */
  private static final double HOURS = 72;

  private static final double HOURS_QUICK = 36;

  private static final int DRAWS = 10;
  private static final int DRAWS_QUICK = 1;

  /** More draws than these are made of the paper's own setting alone. */
  private static final int OTHERS_MAX = 5;

  /**
   * Runs of heavy load are long. Billed by the hour one of them is luck within several percent,
   * since what is rented for one job decides where the next ones find room: a cell may be 6 % above
   * the cheapest rival with one draw and below it with two.
   */
  private static final int HEAVY_MAX_BY_HOUR = 2;

  private static final int HEAVY_MAX_BY_SECOND = 1;

  private static final int FIGURES_WITH_ERRORS_MAX = 10;
  private static final int WORKFLOWS_MAX = 2;

  private static final double HEAVY_HOURS_SHARE = 6;
  private static final double WORKFLOW_HOURS_SHARE = 36;

  Scope {
    patterns = List.copyOf(patterns);
    deadlinesMillis = List.copyOf(deadlinesMillis);
  }

  static Scope of(Setup setup) {
    int draws = setup.seeds(DRAWS, DRAWS_QUICK);
    return setup.quick() ? quick(draws, HOURS_QUICK) : whole(draws);
  }

  private static Scope whole(int draws) {
    List<ArrivalPattern> all = List.of(ArrivalPattern.values());
    return new Scope(draws, HOURS, true, all, ScsSetting.DEADLINES_MILLIS);
  }

  /**
   * Two patterns and one deadline, and of other loads, billing and errors only the steady pipeline:
   * few streams rather than short ones, since the first hours of a stream take longest.
   */
  static Scope quick(int draws, double hours) {
    return new Scope(
        draws,
        hours,
        false,
        List.of(ArrivalPattern.STABLE, ArrivalPattern.GROWING),
        List.of(ScsSetting.HOUR_MILLIS));
  }

  int draws(Meter meter, int jobsPerHour) {
    if (isUsual(meter, jobsPerHour)) {
      return draws;
    }
    int heavy = meter == Meter.HOUR ? HEAVY_MAX_BY_HOUR : HEAVY_MAX_BY_SECOND;
    return Math.min(draws, jobsPerHour == ScsSetting.HEAVY ? heavy : OTHERS_MAX);
  }

  /**
   * How long jobs of a load keep coming. When there is little time, those of heavy load come for
   * less long.
   */
  double hours(int jobsPerHour) {
    return jobsPerHour == ScsSetting.HEAVY && !whole ? hours / HEAVY_HOURS_SHARE : hours;
  }

  /**
   * Who is compared under a load. When there is little time, {@link Policies#WORKFLOW} is left out
   * where it takes longest; the first hours of sixty jobs each say nothing of it but that it
   * learns.
   */
  List<String> policies(int jobsPerHour) {
    return jobsPerHour == ScsSetting.HEAVY && !whole ? Policies.RIVALS : Policies.ALL;
  }

  static boolean isUsual(Meter meter, int jobsPerHour) {
    return meter == Meter.HOUR && jobsPerHour == ScsSetting.USUAL;
  }

  /** Of the cells of Figures 12 and 13. */
  int figureErrorDraws() {
    return Math.min(draws, FIGURES_WITH_ERRORS_MAX);
  }

  /** Of every cell where what errors cost is asked. */
  int errorDraws() {
    return Math.min(draws, OTHERS_MAX);
  }

  /** Of streams of scientific workflows. */
  int workflowDraws() {
    return Math.min(draws, WORKFLOWS_MAX);
  }

  /** How long they keep coming. */
  double workflowHours() {
    return whole ? hours : Math.max(1, hours / WORKFLOW_HOURS_SHARE);
  }

  /** The cells of Figures 8 to 10. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Application application : Application.values()) {
      cells.addAll(cells(application));
    }
    return cells;
  }

  List<Cell> cells(Application application) {
    List<Cell> cells = new ArrayList<>();
    for (ArrivalPattern pattern : patterns) {
      for (long deadlineMillis : deadlinesMillis) {
        cells.add(new Cell(application, pattern, deadlineMillis));
      }
    }
    return cells;
  }

  List<Cell> cells(Meter meter, int jobsPerHour) {
    if (whole || isUsual(meter, jobsPerHour)) {
      return cells();
    }
    return cells(Application.PIPELINE).stream()
        .filter(cell -> cell.deadlineMillis() == ScsSetting.HOUR_MILLIS)
        .filter(cell -> cell.pattern() == ArrivalPattern.STABLE)
        .toList();
  }

  /** The cells with errors. */
  List<Cell> errorCells() {
    return whole
        ? cells()
        : cells(Application.PIPELINE).stream()
            .filter(cell -> cell.pattern() == ArrivalPattern.STABLE)
            .toList();
  }
}
