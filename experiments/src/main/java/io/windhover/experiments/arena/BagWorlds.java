package io.windhover.experiments.arena;

import static io.windhover.experiments.arena.DrawnCatalogue.logBetween;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.experiments.arena.ArenaFamily.Drawer;
import io.windhover.experiments.arena.DrawnBag.Shape;
import io.windhover.experiments.arena.DrawnCatalogue.Limited;
import io.windhover.simulator.cloud.Imprecision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Bags with one deadline: what they are made of, how much time there is, what the market does. */
final class BagWorlds {
  private static final int TASKS_MIN = 10;
  private static final int TASKS_MAX = 150;

  /** What a deadline leaves besides the time that is in proportion to the work. */
  private static final long ROOM_MILLIS = 60_000;

  private static final Imprecision ERRORS = new Imprecision(0.2, 0.2, 0, 0);

  /**
   * What is common to the bags of a family.
   *
   * @param timesMin the deadline is from so many times the end of a safe plan
   * @param timesMax to so many times
   */
  private record Kind(
      Shape shape,
      int typesMin,
      int typesMax,
      Limited limited,
      double timesMin,
      double timesMax,
      MarketDrawer market) {
    Optional<SmallWorld> draw(String name, long seed) {
      SplittableRandom chance = Chance.stream(seed, name, 0);
      int types = typesMin + chance.nextInt(typesMax - typesMin + 1);
      List<Offer> offers = DrawnCatalogue.draw(chance, types, limited);
      JobSpec bag = DrawnBag.draw(chance, offers, shape, TASKS_MIN, TASKS_MAX);
      return withDeadline(bag, offers, logBetween(chance, timesMin, timesMax))
          .map(job -> SmallWorld.of(offers, job, market.draw(chance, offers, span(job))));
    }
  }

  private BagWorlds() {}

  static long span(JobSpec job) {
    return job.deadline().atMillis(0);
  }

  /** The bag, due so many times as late as a safe plan ends; empty where there is none. */
  static Optional<JobSpec> withDeadline(JobSpec bag, List<Offer> offers, double times) {
    OptionalLong end = SafePlan.endMillis(bag, offers);
    return end.isEmpty()
        ? Optional.empty()
        : Optional.of(SmallWorld.withDeadline(bag, (long) (end.getAsLong() * times) + ROOM_MILLIS));
  }

  static List<ArenaFamily> families() {
    return List.of(
        family("bag-mixed", 8, usual(Shape.MIXED)),
        family("bag-tail", 8, usual(Shape.TAIL)),
        family("bag-memory", 8, usual(Shape.MEMORY)),
        family("bag-giant", 8, usual(Shape.GIANT)),
        family("bag-tight", 8, plain(1.15, 1.6, DrawnMarket::any)),
        family("bag-loose", 8, plain(8, 30, DrawnMarket::any)),
        new ArenaFamily("bag-unknown", 6, unknown()),
        new ArenaFamily("bag-wrong", 8, wrong()),
        market("market-calm", DrawnMarket.CALM),
        market("market-frequent", DrawnMarket.FREQUENT),
        market("market-together", DrawnMarket.TOGETHER),
        market("market-ended", DrawnMarket.ENDED),
        market("market-noticed", DrawnMarket.NOTICED),
        family("limit-machines", 10, limited(Limited.BY_MACHINES)),
        family("limit-cores", 10, limited(Limited.BY_CORES)));
  }

  private static Kind usual(Shape shape) {
    return new Kind(shape, 1, 5, Limited.HARDLY, 1.5, 8, DrawnMarket::any);
  }

  private static Kind plain(double timesMin, double timesMax, MarketDrawer market) {
    return new Kind(Shape.PLAIN, 1, 5, Limited.HARDLY, timesMin, timesMax, market);
  }

  private static Kind limited(Limited limits) {
    return new Kind(Shape.MIXED, 1, 12, limits, 1.2, 4, DrawnMarket::any);
  }

  private static ArenaFamily market(String name, DrawnMarket market) {
    return family(name, 6, plain(1.5, 8, market));
  }

  private static ArenaFamily family(String name, int weight, Kind kind) {
    return new ArenaFamily(name, weight, seed -> kind.draw(name, seed));
  }

  /** Nobody is told any runtime; there is time enough to find out. */
  private static Drawer unknown() {
    Kind kind = plain(4, 12, DrawnMarket::any);
    return seed -> kind.draw("bag-unknown", seed).map(SmallWorld::untold);
  }

  private static Drawer wrong() {
    Kind kind = plain(1.8, 8, DrawnMarket::any);
    return seed -> kind.draw("bag-wrong", seed).map(world -> world.erring(ERRORS));
  }
}
