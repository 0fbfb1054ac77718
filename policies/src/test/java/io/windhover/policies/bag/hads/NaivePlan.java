package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import io.windhover.policies.bag.plan.BagTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 2 line by line, as slowly as it is printed: every task looks at every core of every
 * chosen VM. Only the order of the weighted round robin is not its own.
 */
final class NaivePlan {
  static final List<String> NONE = List.of("no plan");

  private static final class Machine {
    final Offer offer;
    final int ordinal;
    final long[] endMillis;
    final long[] keptBytes;
    final StringBuilder line;

    Machine(Offer offer, int ordinal) {
      this.offer = offer;
      this.ordinal = ordinal;
      this.endMillis = new long[offer.machine().cores()];
      this.keptBytes = new long[endMillis.length];
      this.line = new StringBuilder(offer.name());
      Arrays.fill(endMillis, offer.startUpMillis());
    }
  }

  private final List<Offer> offers;
  private final long deadlineMillis;
  private final long spotLimitMillis;
  private final HadsSettings settings;
  private final List<Machine> chosen = new ArrayList<>();

  private NaivePlan(
      List<Offer> offers, long deadlineMillis, long spotLimitMillis, HadsSettings settings) {
    this.offers = offers;
    this.deadlineMillis = deadlineMillis;
    this.spotLimitMillis = spotLimitMillis;
    this.settings = settings;
  }

  static List<String> of(
      List<BagTask> tasks, List<Offer> offers, long deadlineMillis, HadsSettings settings) {
    long spotLimit = SpotLimit.of(tasks, offers, deadlineMillis, settings.alphaMillis());
    return new NaivePlan(offers, deadlineMillis, spotLimit, settings).plan(tasks);
  }

  private List<String> plan(List<BagTask> tasks) {
    List<Offer> spots = offers.stream().filter(Offer::isSpot).toList();
    WeightedRoundRobin turns = new WeightedRoundRobin(spots);
    List<BagTask> byMemory = new ArrayList<>(tasks);
    byMemory.sort(Comparator.comparingLong((BagTask task) -> -task.need().memoryBytes()));
    for (BagTask task : byMemory) {
      if (onChosen(task)) {
        continue;
      }
      int turn = turns.next(i -> fresh(spots.get(i), task) != null);
      Machine machine = turn >= 0 ? fresh(spots.get(turn), task) : cheapestOnDemand(task);
      if (machine == null) {
        return NONE;
      }
      chosen.add(machine);
      put(task, machine);
    }
    return chosen.stream().map(machine -> machine.line.toString()).sorted().toList();
  }

  private boolean onChosen(BagTask task) {
    List<Machine> byPrice = new ArrayList<>(chosen);
    byPrice.sort(
        Comparator.comparingLong((Machine m) -> m.offer.machine().pricePerHourNanos())
            .thenComparing(m -> !m.offer.isSpot())
            .thenComparingInt(m -> m.ordinal));
    return byPrice.stream().anyMatch(machine -> put(task, machine));
  }

  private @Nullable Machine cheapestOnDemand(BagTask task) {
    return offers.stream()
        .filter(offer -> !offer.isSpot())
        .sorted(Comparator.comparingLong(offer -> offer.machine().pricePerHourNanos()))
        .filter(offer -> fresh(offer, task) != null)
        .findFirst()
        .map(offer -> fresh(offer, task))
        .orElse(null);
  }

  /** A new VM that could take the task, or null. */
  private @Nullable Machine fresh(Offer offer, BagTask task) {
    long ofOffer = chosen.stream().filter(m -> m.offer.equals(offer)).count();
    long ofMarket = chosen.stream().filter(m -> m.offer.market() == offer.market()).count();
    if (ofOffer >= offer.limit() || ofMarket >= offer.marketLimit()) {
      return null;
    }
    Machine machine = new Machine(offer, offers.indexOf(offer));
    return core(task, machine) >= 0 ? machine : null;
  }

  private boolean put(BagTask task, Machine machine) {
    int core = core(task, machine);
    if (core < 0) {
      return false;
    }
    long start = machine.endMillis[core];
    machine.endMillis[core] = start + runMillis(task, machine.offer);
    machine.keptBytes[core] = Math.max(machine.keptBytes[core], task.need().memoryBytes());
    machine.line.append(
        " %d@%d:%d-%d".formatted(task.id().index(), core, start, machine.endMillis[core]));
    return true;
  }

  /** Algorithm 3 for the core that is free first among those with the memory; -1 when it fails. */
  private int core(BagTask task, Machine machine) {
    int best = -1;
    for (int c = 0; c < machine.endMillis.length; c++) {
      long kept = Math.max(machine.keptBytes[c], task.need().memoryBytes());
      for (int other = 0; other < machine.keptBytes.length; other++) {
        kept += other == c ? 0 : machine.keptBytes[other];
      }
      boolean enoughMemory = kept <= machine.offer.machine().memoryBytes();
      if (enoughMemory && (best < 0 || machine.endMillis[c] < machine.endMillis[best])) {
        best = c;
      }
    }
    long limit = machine.offer.isSpot() ? spotLimitMillis : deadlineMillis;
    return best >= 0 && machine.endMillis[best] + runMillis(task, machine.offer) < limit
        ? best
        : -1;
  }

  private long runMillis(BagTask task, Offer offer) {
    long run = task.runtime().millisOn(offer.machine().type()).orElseThrow();
    return offer.isSpot() ? settings.withOverhead(run) : run;
  }
}
