package io.windhover.virtual;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.model.Billing;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Policies, offers and stories for tests in which machines are rented. */
final class Renting {
  private static final int SPAN_MILLIS = 60_000;

  /** Odd, so that a mistake in rounding shows. */
  private static final long HARVESTED_CORE_NANOS = 7_000_001;

  private static final Billing SPOT_TERMS = new Billing(0, 0, 0, false, 9_000_001);

  /** What the source offers at first: two cores of the spot machines are paid for one by one. */
  static final List<Offer> OFFERS =
      List.of(
          offer(Market.ON_DEMAND, machine("on-demand", 100_000_000), Billing.BY_USE),
          offer(
              Market.SPOT,
              machine("spot", 30_000_000).harvesting(2, HARVESTED_CORE_NANOS),
              SPOT_TERMS.repricing()));

  /** What costs the same whatever is heard of sizes and prices. */
  static final List<Offer> PLAIN_OFFERS =
      List.of(OFFERS.get(0), offer(Market.SPOT, machine("spot", 30_000_000), SPOT_TERMS));

  private Renting() {}

  private static MachineSpec machine(String name, long pricePerHourNanos) {
    List<String> labels = List.of("gpu", "linux", "python3");
    return new MachineSpec(name, "large", labels, 4, 16_000_000_000L, pricePerHourNanos);
  }

  private static Offer offer(Market market, MachineSpec machine, Billing terms) {
    return new Offer(machine.name(), market, machine, 4, 4, 1, 5_000, terms);
  }

  /** A policy of the registry, set so that it rents if it can. */
  static Policy policy(String name) {
    if (name.equals("checkpoint-migrate")) {
      return PolicyRegistry.make(
          name, new TreeMap<>(Map.of("machines", "2", "every", "4s")), Machines.COME_AND_GO);
    }
    Policy plain = PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO);
    if (plain.traits().contains(Trait.RENTS_MACHINES)) {
      return plain;
    }
    try {
      return PolicyRegistry.make(
          name, new TreeMap<>(Map.of("machines", "2")), Machines.COME_AND_GO);
    } catch (IllegalArgumentException rentsNothing) {
      return plain;
    }
  }

  /** The story with only the last of its own machines, which comes late and stays. */
  static Story withFewMachines(Story story) {
    List<Happening> happenings = new ArrayList<>();
    for (Happening happening : story.happenings()) {
      boolean leaves = happening instanceof Happening.MachineVanishes;
      boolean early =
          happening instanceof Happening.MachineAppears && happening.atMillis() < SPAN_MILLIS;
      if (!leaves && !early) {
        happenings.add(happening);
      }
    }
    return new Story(happenings, story.fate());
  }

  /**
   * The story in which prices and limits change, and offers are withdrawn for a while. In the end
   * all is as it was.
   */
  static Story governed(Story story, long seed) {
    List<Happening> happenings = new ArrayList<>(story.happenings());
    SplittableRandom rule = Chance.stream(seed, "terms", 0);
    Event offers = new Event.OffersChanged(OFFERS);
    Event limits = new Event.LimitsChanged(Limits.NONE);
    long atMillis = 0;
    for (int i = rule.nextInt(4); i > 0; i--) {
      atMillis += 1 + rule.nextInt(SPAN_MILLIS / 2);
      Event change = announced(rule);
      // A manager makes no event of what has not changed.
      if (!change.equals(offers) && !change.equals(limits)) {
        happenings.add(new Happening.TermsChange(atMillis, change));
        offers = change instanceof Event.OffersChanged ? change : offers;
        limits = change instanceof Event.LimitsChanged ? change : limits;
      }
    }
    List.of(new Event.OffersChanged(OFFERS), new Event.LimitsChanged(Limits.NONE)).stream()
        .filter(Predicate.not(List.of(offers, limits)::contains))
        .forEach(end -> happenings.add(new Happening.TermsChange(2 * SPAN_MILLIS, end)));
    return new Story(happenings, story.fate());
  }

  /** The story in which every task saves its work, by itself so often and when it is asked to. */
  static Story saving(Story story, long everyMillis) {
    List<Happening> happenings = new ArrayList<>();
    for (Happening happening : story.happenings()) {
      happenings.add(
          happening instanceof Happening.JobArrives arrives
              ? new Happening.JobArrives(arrives.atMillis(), saving(arrives.spec(), everyMillis))
              : happening);
    }
    return new Story(happenings, story.fate());
  }

  private static JobSpec saving(JobSpec job, long everyMillis) {
    return new JobSpec(
        job.name(),
        job.folder(),
        job.deadline(),
        job.keepGoing(),
        job.groups().stream().map(group -> group.withCheckpoint(everyMillis, "")).toList());
  }

  /** The story in which only so many machines may be rented at once, from before its first job. */
  static Story limited(Story story, int machines) {
    List<Happening> happenings = new ArrayList<>();
    Limits limits = new Limits(0, 0, machines, 0);
    happenings.add(new Happening.TermsChange(0, new Event.LimitsChanged(limits)));
    happenings.addAll(story.happenings());
    return new Story(happenings, story.fate());
  }

  private static Event announced(SplittableRandom rule) {
    Offer one = OFFERS.get(rule.nextInt(OFFERS.size()));
    Offer priced = one.priced(1 + rule.nextLong(2 * one.machine().pricePerHourNanos() + 1));
    return switch (rule.nextInt(5)) {
      case 0 -> new Event.OffersChanged(List.of(priced));
      case 1 ->
          new Event.OffersChanged(
              OFFERS.stream().map(offer -> offer.equals(one) ? priced : offer).toList());
      case 2 -> new Event.LimitsChanged(new Limits(0, 0, 1 + rule.nextInt(3), 0));
      case 3 -> new Event.LimitsChanged(new Limits(0, 0, 0, (1 + rule.nextInt(3)) * 20_000L));
      default ->
          new Event.LimitsChanged(
              new Limits(rule.nextInt(3) * 1_000_000L, 40_000_000 * rule.nextLong(4), 0, 0));
    };
  }
}
