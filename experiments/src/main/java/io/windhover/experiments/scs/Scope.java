package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How much is run: the more jobs an hour, the longer a run takes, so the fewer draws are made. All
 * policies have the same.
 *
 * @param draws of the paper's own setting, six jobs an hour billed by the hour
 * @param hours how long jobs keep coming
 * @param length whether every cell is run under every load, billing and error, or a sample of them
 */
record Scope(
    int draws,
    double hours,
    Length length,
    List<ArrivalPattern> patterns,
    List<Long> deadlinesMillis) {
  /** As the paper has it. */
  private static final double HOURS = 72;

  private static final double HOURS_QUICK = 36;

  private static final int DRAWS_LONG = 10;
  private static final int DRAWS = 5;
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

  private static final List<Application> APPLICATIONS = List.of(Application.values());

  private static final double HEAVY_HOURS_SHARE = 6;
  private static final double WORKFLOW_HOURS_SHARE = 36;

  Scope {
    patterns = List.copyOf(patterns);
    deadlinesMillis = List.copyOf(deadlinesMillis);
  }

  static Scope of(Setup setup) {
    boolean isLong = setup.length() == Length.LONG;
    int draws = setup.seeds(isLong ? DRAWS_LONG : DRAWS, DRAWS_QUICK);
    if (setup.quick()) {
      return quick(draws, HOURS_QUICK);
    }
    List<ArrivalPattern> all = List.of(ArrivalPattern.values());
    return new Scope(draws, HOURS, setup.length(), all, ScsSetting.DEADLINES_MILLIS);
  }

  /**
   * Two patterns and one deadline, and of other loads, billing and errors only the steady pipeline:
   * few streams rather than short ones, since the first hours of a stream take longest.
   */
  static Scope quick(int draws, double hours) {
    return new Scope(
        draws,
        hours,
        Length.QUICK,
        List.of(ArrivalPattern.STABLE, ArrivalPattern.GROWING),
        List.of(ScsSetting.HOUR_MILLIS));
  }

  boolean quick() {
    return length == Length.QUICK;
  }

  private boolean whole() {
    return length == Length.LONG;
  }

  /** What of all there is was not run, for whoever reads the results. */
  Optional<String> leftOut() {
    return switch (length) {
      case QUICK ->
          Optional.of(
              "%s at %d jobs an hour: NOT RUN with --quick."
                  .formatted(Policies.WORKFLOW, ScsSetting.HEAVY));
      case USUAL ->
          Optional.of(
              "Of %d cells, %d with errors, %d at %d jobs an hour and %d under other loads and"
                      .formatted(
                          cells().size(),
                          errorCells().size(),
                          cells(Meter.HOUR, ScsSetting.HEAVY).size(),
                          ScsSetting.HEAVY,
                          cells(Meter.HOUR, ScsSetting.LIGHT).size())
                  + " billing; the others: NOT RUN without --long.");
      case LONG -> Optional.empty();
    };
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
    return jobsPerHour == ScsSetting.HEAVY && quick() ? hours / HEAVY_HOURS_SHARE : hours;
  }

  /**
   * Who is compared under a load. When there is little time, {@link Policies#WORKFLOW} is left out
   * where it takes longest; the first hours of sixty jobs each say nothing of it but that it
   * learns.
   */
  List<String> policies(int jobsPerHour) {
    return jobsPerHour == ScsSetting.HEAVY && quick() ? Policies.RIVALS : Policies.ALL;
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
    return quick() ? Math.max(1, hours / WORKFLOW_HOURS_SHARE) : hours;
  }

  /** The cells of Figures 8 to 10. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Application application : APPLICATIONS) {
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

  /** Under light load by the hour and heavy load at least those of Figure 11. */
  List<Cell> cells(Meter meter, int jobsPerHour) {
    if (whole() || isUsual(meter, jobsPerHour)) {
      return cells();
    }
    if (quick()) {
      return cells().stream().filter(Scope::isInFigure11).filter(Scope::isStable).toList();
    }
    return cells().stream()
        .filter(cell -> isInFigure11(cell) || (jobsPerHour != ScsSetting.HEAVY && isInSample(cell)))
        .toList();
  }

  /** The cells with errors. */
  List<Cell> errorCells() {
    return switch (length) {
      case LONG -> cells();
      case USUAL -> cells().stream().filter(this::isInSample).toList();
      case QUICK -> cells(Application.PIPELINE).stream().filter(Scope::isStable).toList();
    };
  }

  private static boolean isInFigure11(Cell cell) {
    return cell.application() == Application.PIPELINE
        && cell.deadlineMillis() == ScsSetting.HOUR_MILLIS;
  }

  private static boolean isStable(Cell cell) {
    return cell.pattern() == ArrivalPattern.STABLE;
  }

  /** Each application with each pattern once, and each deadline as often as any other. */
  private boolean isInSample(Cell cell) {
    int place = APPLICATIONS.indexOf(cell.application()) + patterns.indexOf(cell.pattern());
    return deadlinesMillis.indexOf(cell.deadlineMillis()) == place % deadlinesMillis.size();
  }
}
