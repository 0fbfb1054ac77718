package io.windhover.experiments.arena;

import static io.windhover.experiments.arena.DrawnCatalogue.logBetween;

import io.windhover.core.model.Offer;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.cloud.SingleVmMarket;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Spot markets drawn from chance; rates are per hour of a deadline, so short jobs meet some too.
 */
enum DrawnMarket implements MarketDrawer {
  /** Nothing happens. */
  CALM {
    @Override
    public LongFunction<MarketProcess> draw(
        SplittableRandom chance, List<Offer> offers, long spanMillis) {
      return seed -> MarketProcess.calm();
    }
  },
  /** Types freeze often, one after another, and come back. */
  FREQUENT {
    @Override
    public LongFunction<MarketProcess> draw(
        SplittableRandom chance, List<Offer> offers, long spanMillis) {
      double freezes = logBetween(chance, 4, 20);
      return poisson(Reading.RUN, Reclaim.HIBERNATE, freezes, freezes, offers, spanMillis);
    }
  },
  /** Machines freeze one by one, some for ever. */
  SINGLE {
    @Override
    public LongFunction<MarketProcess> draw(
        SplittableRandom chance, List<Offer> offers, long spanMillis) {
      long frozenMillis = chance.nextInt(3) == 0 ? 0 : (long) (spanMillis * 0.3);
      return single(
          logBetween(chance, 0.1, 2), Reclaim.HIBERNATE, frozenMillis, offers, spanMillis);
    }
  },
  /** All of a type freezes at once, each type by itself, and seldom comes back. */
  TOGETHER {
    @Override
    public LongFunction<MarketProcess> draw(
        SplittableRandom chance, List<Offer> offers, long spanMillis) {
      double freezes = logBetween(chance, 0.5, 3);
      double thaws = chance.nextInt(3) * freezes / 2;
      return poisson(Reading.TYPE, Reclaim.HIBERNATE, freezes, thaws, offers, spanMillis);
    }
  },
  /** Machines are ended without a word. */
  ENDED {
    @Override
    public LongFunction<MarketProcess> draw(
        SplittableRandom chance, List<Offer> offers, long spanMillis) {
      return ending(chance, new Reclaim(false, 0), offers, spanMillis);
    }
  },
  /** Machines are ended after a notice of half a minute or two minutes. */
  NOTICED {
    @Override
    public LongFunction<MarketProcess> draw(
        SplittableRandom chance, List<Offer> offers, long spanMillis) {
      var reclaim = new Reclaim(false, chance.nextBoolean() ? 30_000 : 120_000);
      return ending(chance, reclaim, offers, spanMillis);
    }
  };

  private static final double HOUR_MILLIS = 3_600_000;

  /** Any of them. */
  static LongFunction<MarketProcess> any(
      SplittableRandom chance, List<Offer> offers, long spanMillis) {
    return values()[chance.nextInt(values().length)].draw(chance, offers, spanMillis);
  }

  private static LongFunction<MarketProcess> ending(
      SplittableRandom chance, Reclaim reclaim, List<Offer> offers, long spanMillis) {
    double ends = logBetween(chance, 0.2, 4);
    return chance.nextBoolean()
        ? single(ends, reclaim, 0, offers, spanMillis)
        : poisson(Reading.RUN, reclaim, ends, 2 * ends, offers, spanMillis);
  }

  /** A market of types, with so many events in a span. */
  static LongFunction<MarketProcess> poisson(
      Reading reading,
      Reclaim reclaim,
      double takenInSpan,
      double returnedInSpan,
      List<Offer> offers,
      long spanMillis) {
    double spans = HOUR_MILLIS / spanMillis;
    List<String> types = DrawnCatalogue.types(offers);
    return seed ->
        new PoissonMarket(
            reading, reclaim, takenInSpan * spans, returnedInSpan * spans, types, seed);
  }

  private static LongFunction<MarketProcess> single(
      double inSpan, Reclaim reclaim, long frozenMillis, List<Offer> offers, long spanMillis) {
    var perHour = new TreeMap<String, Double>();
    DrawnCatalogue.types(offers)
        .forEach(type -> perHour.put(type, inSpan * HOUR_MILLIS / spanMillis));
    return seed -> new SingleVmMarket(perHour, reclaim, frozenMillis, seed);
  }
}
