package io.windhover.experiments.arena;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.experiments.hads.PaperSetting;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.scs.ScsSetting;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import io.windhover.workload.generate.TaskTimes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The settings of the papers, whose policies are among the rivals. */
final class PaperCells {
  private static final long BILLED_MILLIS = 60_000;
  private static final int CELL_STRIDE = 5;

  /** Streams of the paper last 72 hours; these last until about so many jobs have come. */
  private static final int JOBS = 20;

  private static final double HOURS_MAX = 8;

  private PaperCells() {}

  static List<ArenaFamily> families() {
    return List.of(
        new ArenaFamily("hads", 14, PaperCells::hads), new ArenaFamily("scs", 6, PaperCells::scs));
  }

  /** All 28 cells, every fifth in turn so that a few are of all kinds; the bag from the seed. */
  private static Optional<SmallWorld> hads(long seed) {
    List<Cell> cells = PaperSetting.cells();
    Cell cell = cells.get((int) (seed / 2 * CELL_STRIDE % cells.size()));
    return Optional.of(
        SmallWorld.of(
            PaperSetting.offers(BILLED_MILLIS),
            PaperSetting.job(cell, seed),
            market -> PaperSetting.market(cell.scenario(), Reading.RUN, market)));
  }

  /** Any of the 48 cells, one of three volumes and either billing. */
  private static Optional<SmallWorld> scs(long seed) {
    SplittableRandom chance = Chance.stream(seed, "scs", 0);
    Application application = any(chance, List.of(Application.values()));
    ArrivalPattern pattern = any(chance, List.of(ArrivalPattern.values()));
    long deadlineMillis = any(chance, ScsSetting.DEADLINES_MILLIS);
    int jobsPerHour = any(chance, ScsSetting.VOLUMES);
    List<Offer> offers = ScsSetting.offers(any(chance, List.of(Meter.values())));
    JobSpec job = application.job(TaskTimes.SCS, seed, new Deadline.Within(deadlineMillis));
    long fastestMillis = Dag.of(job, VmTypes.of(offers)).fastestMillis();
    if (fastestMillis + ScsSetting.LAG_MILLIS > deadlineMillis) {
      return Optional.empty();
    }
    double hours = Math.min(HOURS_MAX, (double) JOBS / jobsPerHour);
    return Optional.of(
        SmallWorld.stream(
            offers,
            arrivals ->
                StreamWorlds.jobs(
                    job, firstOf(pattern.arrivalsMillis(jobsPerHour, hours, arrivals))),
            market -> MarketProcess.calm(),
            true));
  }

  /** Of a burst no more than these: a policy that rehearses takes minutes for hundreds. */
  private static long[] firstOf(long[] arrivalsMillis) {
    return Arrays.copyOf(arrivalsMillis, Math.min(arrivalsMillis.length, 2 * JOBS));
  }

  private static <T> T any(SplittableRandom chance, List<T> some) {
    return some.get(chance.nextInt(some.size()));
  }
}
