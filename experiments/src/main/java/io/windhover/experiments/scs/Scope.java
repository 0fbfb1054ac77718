package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * How much is run: the more jobs an hour, the longer a run takes and the less its cost depends on
 * the draw, so the fewer draws are made.
 *
 * @param draws of the paper's own setting, six jobs an hour billed by the hour
 * @param hours how long jobs keep coming
 * @param whole whether every cell is run under every load, billing and error
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

  private static final int DRAWS = 50;
  private static final int DRAWS_QUICK = 1;

  /** Whose promises and savings are judged by every draw; the others take more time or say less. */
  private static final List<String> EVERY_DRAW =
      List.of(Policies.GREEDY, Policies.GAIN_WAIT, Policies.SCS, Policies.WORKFLOW);

  private static final int COMPARED_SHARE = 5;
  private static final int OTHERS_SHARE = 10;
  private static final int FEWEST_SHARE = 25;
  private static final int HEAVY_SHARE = 50;
  private static final double HEAVY_HOURS_SHARE = 6;
  private static final double QUICK_HOURS_SHARE = 12;

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

  /** Two patterns and three deadlines, and of other loads, billing and errors only the pipeline. */
  static Scope quick(int draws, double hours) {
    return new Scope(
        draws,
        hours,
        false,
        List.of(ArrivalPattern.STABLE, ArrivalPattern.GROWING),
        List.of(ScsSetting.HOUR_MILLIS / 2, ScsSetting.HOUR_MILLIS, 2 * ScsSetting.HOUR_MILLIS));
  }

  /** Draws of a policy are the first of those that others have. */
  int draws(String policy, Meter meter, int jobsPerHour) {
    if (isUsual(meter, jobsPerHour)) {
      return EVERY_DRAW.contains(policy) ? draws : comparedDraws();
    }
    return share(jobsPerHour == ScsSetting.HEAVY ? HEAVY_SHARE : OTHERS_SHARE);
  }

  /** Those that all policies have in the paper's own setting. */
  int comparedDraws() {
    return share(COMPARED_SHARE);
  }

  /**
   * How long jobs of a load keep coming. When there is little time, those of heavy load come for
   * less long: at sixty an hour, half a day has as many as a stream of three days otherwise.
   */
  double hours(int jobsPerHour) {
    return jobsPerHour == ScsSetting.HEAVY && !whole ? hours / HEAVY_HOURS_SHARE : hours;
  }

  static boolean isUsual(Meter meter, int jobsPerHour) {
    return meter == Meter.HOUR && jobsPerHour == ScsSetting.USUAL;
  }

  /** Of each cell with errors. */
  int errorDraws() {
    return share(FEWEST_SHARE);
  }

  /** Of streams of scientific workflows. */
  int workflowDraws() {
    return share(FEWEST_SHARE);
  }

  /** How long they keep coming. */
  double workflowHours() {
    return whole ? hours : hours / QUICK_HOURS_SHARE;
  }

  private int share(int of) {
    return Math.max(1, draws / of);
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
        .filter(cell -> meter == Meter.HOUR || cell.pattern() == ArrivalPattern.STABLE)
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
