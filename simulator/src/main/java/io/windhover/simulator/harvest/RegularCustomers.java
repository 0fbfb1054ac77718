package io.windhover.simulator.harvest;

import io.windhover.core.chance.Chance;
import io.windhover.core.harvest.RegularArrival;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The regular machines that come to a cluster, in order of time, from the seed alone: whoever else
 * is there, they come at the same moments, are as large and want to stay as long.
 */
final class RegularCustomers {
  private static final double HOUR_MILLIS = 3_600_000;
  private static final double MINUTE_MILLIS = 60_000;
  private static final double DAY_MILLIS = 24 * HOUR_MILLIS;

  /** Between machines that come together. */
  private static final double TOGETHER_MILLIS = 20_000;

  /** Two kinds of residents, so that stays have a long tail; their mean is the cluster's. */
  private static final double LONG_SHARE = 1 / 3.0;

  private static final double SHORT_STAY = 0.5;
  private static final double LONG_STAY = 2;

  /** Machines per order have no memory, up to here. */
  private static final int ORDER_MAX = 40;

  private final ClusterSpec spec;
  private final long seed;
  private final PriorityQueue<RegularVm> coming = new PriorityQueue<>();
  private final SplittableRandom residentChance;
  private final SplittableRandom campaignChance;
  private final double residentsPerMilli;
  private final double calmArrivals;
  private double nextResidentMillis;
  private double nextCampaignMillis;
  private long campaigns;
  private long numbers;

  RegularCustomers(ClusterSpec spec, List<RegularArrival> recorded, long seed, long startMillis) {
    this.spec = spec;
    this.seed = seed;
    this.residentChance = Chance.stream(seed, "residents", 0);
    this.campaignChance = Chance.stream(seed, "campaigns", 0);
    nextResidentMillis = startMillis;
    nextCampaignMillis = startMillis;
    long there = Math.round(residents(1));
    for (long i = 0; i < there; i++) {
      // Of those who are there, more are of the kind that stays: what is left of a stay without
      // memory is as long as a whole one.
      boolean calm = residentChance.nextDouble() < spec.calmShare();
      boolean stays = residentChance.nextDouble() < LONG_SHARE * LONG_STAY;
      resident((double) startMillis, calm, stays);
    }
    double restless = residents(1 - spec.calmShare()) / (spec.residentHours() * HOUR_MILLIS);
    double calm = residents(spec.calmShare()) / (spec.calmHours() * HOUR_MILLIS);
    residentsPerMilli = restless + calm;
    calmArrivals = calm / residentsPerMilli;
    planResident();
    if (recorded.isEmpty()) {
      planCampaign();
    } else {
      nextCampaignMillis = Double.POSITIVE_INFINITY;
      recorded.forEach(this::add);
    }
  }

  private void add(RegularArrival arrival) {
    add(
        (double) arrival.atMillis(),
        arrival.cores(),
        (double) arrival.stayMillis(),
        arrival.deployment(),
        false);
  }

  private void planResident() {
    nextResidentMillis += exponential(residentChance, 1 / residentsPerMilli);
  }

  /** How many are there in the long run on this share of the servers. */
  private double residents(double share) {
    return share * spec.servers() * spec.residentCores() / spec.meanSize();
  }

  private void resident(double atMillis, boolean calm, boolean stays) {
    double hours = calm ? spec.calmHours() : spec.residentHours();
    double mean = hours * HOUR_MILLIS * (stays ? LONG_STAY : SHORT_STAY);
    add(atMillis, size(residentChance), exponential(residentChance, mean), 0, calm);
  }

  private void planCampaign() {
    double restless = spec.servers() * (1 - spec.calmShare());
    double perMilli = restless * spec.campaignsPerServerDay() / DAY_MILLIS;
    nextCampaignMillis += exponential(campaignChance, 1 / perMilli);
  }

  /** The moment at which the next one comes. */
  long nextMillis() {
    while (true) {
      double planned = Math.min(nextResidentMillis, nextCampaignMillis);
      if (!coming.isEmpty() && coming.element().atMillis() <= planned) {
        return coming.element().atMillis();
      }
      if (nextResidentMillis <= nextCampaignMillis) {
        boolean calm = residentChance.nextDouble() < calmArrivals;
        resident(nextResidentMillis, calm, residentChance.nextDouble() < LONG_SHARE);
        planResident();
      } else {
        campaign(nextCampaignMillis, ++campaigns);
        planCampaign();
      }
    }
  }

  RegularVm take() {
    return coming.remove();
  }

  /** All orders of a campaign; the first machine stays until its end and marks the server. */
  private void campaign(double beginMillis, long number) {
    SplittableRandom chance = Chance.stream(seed, "campaign", number);
    double length = exponential(chance, spec.campaignHours() * HOUR_MILLIS);
    double at = beginMillis;
    while (at < beginMillis + length || at == beginMillis) {
      order(at, number, chance);
      at += exponential(chance, HOUR_MILLIS / spec.ordersPerHour());
    }
  }

  private void order(double beginMillis, long group, SplittableRandom chance) {
    double more = 1 - 1 / spec.machinesPerOrder();
    double at = beginMillis;
    double end = beginMillis + exponential(chance, spec.stayMinutes() * MINUTE_MILLIS);
    int size = size(chance);
    for (int i = 0; i < ORDER_MAX; i++) {
      boolean together = chance.nextDouble() < spec.togetherShare();
      double leaves =
          together
              ? Math.max(at, end) + exponential(chance, TOGETHER_MILLIS)
              : at + exponential(chance, spec.stayMinutes() * MINUTE_MILLIS);
      add(at, size, leaves - at, group, false);
      if (chance.nextDouble() >= more) {
        return;
      }
      boolean follows = chance.nextDouble() < spec.togetherShare();
      at += exponential(chance, follows ? TOGETHER_MILLIS : spec.stayMinutes() * MINUTE_MILLIS);
    }
  }

  private void add(double atMillis, int cores, double stayMillis, long group, boolean calm) {
    long stay = 1 + (long) stayMillis;
    coming.add(new RegularVm(++numbers, (long) Math.floor(atMillis), cores, stay, group, calm));
  }

  private int size(SplittableRandom chance) {
    double sum = 0;
    for (double weight : spec.sizeWeights()) {
      sum += weight;
    }
    double draw = chance.nextDouble() * sum;
    int power = 0;
    while (power < spec.sizeWeights().size() - 1 && draw >= spec.sizeWeights().get(power)) {
      draw -= spec.sizeWeights().get(power++);
    }
    return 1 << power;
  }

  /** StrictMath: the same bits on every machine. */
  static double exponential(SplittableRandom chance, double mean) {
    return -StrictMath.log(1 - chance.nextDouble()) * mean;
  }
}
