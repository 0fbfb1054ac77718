package io.windhover.experiments.arena;

import io.windhover.core.model.Offer;
import io.windhover.simulator.cloud.MarketProcess;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** Draws what befalls spot machines, once it is known what is sold and how long it is needed. */
@FunctionalInterface
interface MarketDrawer {
  /** The market for each market seed. */
  LongFunction<MarketProcess> draw(SplittableRandom chance, List<Offer> offers, long spanMillis);
}
