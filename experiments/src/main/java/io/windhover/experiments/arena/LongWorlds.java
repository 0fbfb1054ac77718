package io.windhover.experiments.arena;

import static io.windhover.experiments.arena.DrawnCatalogue.between;
import static io.windhover.experiments.arena.DrawnCatalogue.logBetween;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.experiments.arena.DrawnCatalogue.Limited;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import io.windhover.simulator.cloud.Reclaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One or a few tasks of many hours that go on from checkpoints, while spot capacity comes and goes.
 */
final class LongWorlds {
  private static final double HOUR_MILLIS = 3_600_000;

  private LongWorlds() {}

  static List<ArenaFamily> families() {
    return List.of(new ArenaFamily("long", 10, LongWorlds::drawn));
  }

  private static Optional<SmallWorld> drawn(long seed) {
    SplittableRandom chance = Chance.stream(seed, "long", 0);
    return world(
        chance,
        (random, offers, spanMillis) ->
            DrawnMarket.poisson(
                Reading.TYPE,
                new Reclaim(random.nextInt(4) == 0, random.nextBoolean() ? 0 : 120_000),
                logBetween(random, 0.05, 1),
                logBetween(random, 0.2, 3),
                offers,
                (long) HOUR_MILLIS));
  }

  /** Deadlines from 8 to 60 percent later than work without a break on demand. */
  static Optional<SmallWorld> world(SplittableRandom chance, MarketDrawer market) {
    List<Offer> offers = DrawnCatalogue.draw(chance, 1 + chance.nextInt(2), Limited.HARDLY);
    int tasks = 1 + chance.nextInt(3);
    int cores = 1 << chance.nextInt(4);
    long memoryBytes = (long) (DrawnCatalogue.GIGABYTE * between(chance, 0.5, 1) * cores);
    List<TaskGroup> groups = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      long millis = (long) (logBetween(chance, 6, 48) * HOUR_MILLIS);
      groups.add(
          DrawnBag.task(
              "task" + i,
              "long",
              new Need(List.of(), cores, memoryBytes),
              new RuntimeEstimate(millis, new TreeMap<>())));
    }
    JobSpec bag = new JobSpec("long", "", new Deadline.None(), false, groups);
    return BagWorlds.withDeadline(bag, offers, between(chance, 1.08, 1.6))
        .map(job -> SmallWorld.of(offers, job, market.draw(chance, offers, BagWorlds.span(job))));
  }
}
