package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Spot offers in the order of a weighted round robin as Linux Virtual Server has it: a level sinks
 * through the weights, from the highest down, by their greatest common divisor at each round, and
 * each round passes over offers that weigh less than the level. With weights 3, 2, 1 the turn is A,
 * A B, A B C.
 *
 * <p>The authors' rotation starts with the level at the highest weight and sinks it before the
 * first round, so its first turn is A B, A B C.
 */
final class SpotRotation {
  private record Weighed(Offer offer, int weight) {}

  private final List<Weighed> entries;
  private final int highest;
  private final int step;
  private int at = -1;
  private int level;

  private SpotRotation(List<Weighed> entries) {
    this.entries = entries;
    this.highest = entries.stream().mapToInt(Weighed::weight).max().orElse(1);
    this.step = entries.stream().mapToInt(Weighed::weight).reduce(0, SpotRotation::divisor);
    this.level = highest;
  }

  /**
   * Weighs offers by what they compute for their price: rank = Gflops / price, spread over 1 to 3,
   * weight = ceil(2 (rank - least) / (largest - least)) + 1. Heavier ones come first.
   */
  static SpotRotation of(List<Offer> offers) {
    double least = offers.stream().mapToDouble(SpotRotation::rank).min().orElse(0);
    double largest = offers.stream().mapToDouble(SpotRotation::rank).max().orElse(0);
    List<Weighed> entries = new ArrayList<>();
    for (Offer offer : offers) {
      double share = largest > least ? (rank(offer) - least) / (largest - least) : 0;
      entries.add(new Weighed(offer, (int) Math.ceil(2 * share) + 1));
    }
    entries.sort(Comparator.comparingInt(Weighed::weight).reversed());
    return new SpotRotation(entries);
  }

  private static double rank(Offer offer) {
    return offer.gflops() / Math.max(1, offer.machine().pricePerHourNanos());
  }

  private static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  int size() {
    return entries.size();
  }

  /** The offer whose turn it is; there must be one. */
  Offer next() {
    for (; ; ) {
      at = (at + 1) % entries.size();
      if (at == 0) {
        level = level > step ? level - step : highest;
      }
      Weighed entry = entries.get(at);
      if (entry.weight() >= level) {
        return entry.offer();
      }
    }
  }
}
