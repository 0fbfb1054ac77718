package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Chooses types in turn by weight = Gflops / price (equation 3). Each turn every type that can be
 * chosen earns its weight, the richest is chosen and pays what all earned; so with weights 2 and 1
 * the order is A B A, A B A, ... The paper does not say how the turns are spread.
 */
final class WeightedRoundRobin {
  static final int NONE = -1;

  private final double[] weights;
  private final double[] credits;

  WeightedRoundRobin(List<Offer> offers) {
    weights = new double[offers.size()];
    credits = new double[offers.size()];
    boolean measured = offers.stream().anyMatch(offer -> offer.gflops() > 0);
    for (int i = 0; i < weights.length; i++) {
      Offer offer = offers.get(i);
      double power = measured ? offer.gflops() : offer.machine().cores();
      weights[i] = power / Math.max(1, offer.machine().pricePerHourNanos());
    }
  }

  /** The next among those that can be chosen; the first of equals. */
  int next(IntPredicate canBeChosen) {
    int best = NONE;
    double earned = 0;
    for (int i = 0; i < weights.length; i++) {
      if (canBeChosen.test(i)) {
        credits[i] += weights[i];
        earned += weights[i];
        if (best == NONE || credits[i] > credits[best]) {
          best = i;
        }
      }
    }
    if (best != NONE) {
      credits[best] -= earned;
    }
    return best;
  }
}
