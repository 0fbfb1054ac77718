package io.windhover.experiments.arena;

import static io.windhover.experiments.arena.DrawnCatalogue.logBetween;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.experiments.arena.DrawnBag.Shape;
import io.windhover.experiments.arena.DrawnCatalogue.Limited;
import io.windhover.experiments.arena.FlowWorlds.Sale;
import io.windhover.simulator.Happening.JobArrives;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** Jobs of one class that come for some hours, each with the same deadline. */
final class StreamWorlds {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int BAG_TASKS_MAX = 30;
  private static final int FLOW_TASKS_MAX = 35;

  /** A stream never holds more jobs than this on the whole. */
  private static final int JOBS_MAX = 20;

  private StreamWorlds() {}

  static List<ArenaFamily> families() {
    return List.of(
        new ArenaFamily("stream-bags", 6, StreamWorlds::bags),
        new ArenaFamily("stream-second", 2, seed -> flows("stream-second", seed, Sale.BY_SECOND)),
        new ArenaFamily("stream-hour", 2, seed -> flows("stream-hour", seed, Sale.BY_HOUR)),
        new ArenaFamily("stream-spot", 2, seed -> flows("stream-spot", seed, Sale.WITH_SPOT)));
  }

  /** What limits allow for one bag they need not for several at once: there is plenty of room. */
  private static Optional<SmallWorld> bags(long seed) {
    SplittableRandom chance = Chance.stream(seed, "stream-bags", 0);
    List<Offer> offers =
        DrawnCatalogue.draw(chance, 1 + chance.nextInt(4), Limited.HARDLY).stream()
            .map(offer -> offer.limited(10 * offer.limit()))
            .map(StreamWorlds::unbounded)
            .toList();
    JobSpec bag = DrawnBag.draw(chance, offers, Shape.PLAIN, 5, BAG_TASKS_MAX);
    double times = logBetween(chance, 1.5, 8);
    LongFunction<long[]> arrivals = arrivals(chance);
    return BagWorlds.withDeadline(bag, offers, times)
        .map(
            job -> {
              LongFunction<MarketProcess> market = DrawnMarket.any(chance, offers, HOUR_MILLIS);
              return SmallWorld.stream(
                  offers, seeds -> jobs(job, arrivals.apply(seeds)), market, false);
            });
  }

  private static Offer unbounded(Offer offer) {
    return new Offer(
        offer.name(),
        offer.market(),
        offer.machine(),
        offer.limit(),
        offer.limit() * 10,
        offer.gflops(),
        offer.startUpMillis(),
        offer.billing());
  }

  private static Optional<SmallWorld> flows(String name, long seed, Sale sale) {
    SplittableRandom chance = Chance.stream(seed, name, 0);
    JobSpec workflow = FlowWorlds.workflow(chance, FLOW_TASKS_MAX, seed);
    List<Offer> offers = FlowWorlds.catalogue(chance, sale);
    JobSpec typed = FlowWorlds.onTypes(chance, workflow, offers);
    JobSpec job = FlowWorlds.due(typed, offers, logBetween(chance, 1.2, 5));
    LongFunction<long[]> arrivals = arrivals(chance);
    LongFunction<MarketProcess> market =
        sale == Sale.WITH_SPOT
            ? DrawnMarket.any(chance, offers, HOUR_MILLIS)
            : seeds -> MarketProcess.calm();
    return Optional.of(
        SmallWorld.stream(offers, seeds -> jobs(job, arrivals.apply(seeds)), market, true));
  }

  private static LongFunction<long[]> arrivals(SplittableRandom chance) {
    ArrivalPattern[] patterns = ArrivalPattern.values();
    ArrivalPattern pattern = patterns[chance.nextInt(patterns.length)];
    double hours = 2 + chance.nextInt(7);
    double perHour = Math.min(JOBS_MAX / hours, logBetween(chance, 1, 12));
    return seed -> pattern.arrivalsMillis(perHour, hours, seed);
  }

  /** One at least: a stream of nothing says nothing. */
  static List<JobArrives> jobs(JobSpec job, long[] atMillis) {
    List<JobArrives> jobs = new ArrayList<>();
    for (long at : atMillis) {
      jobs.add(new JobArrives(at, job));
    }
    return jobs.isEmpty() ? List.of(new JobArrives(0, job)) : jobs;
  }
}
