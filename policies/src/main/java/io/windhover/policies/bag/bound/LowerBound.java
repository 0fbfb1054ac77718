package io.windhover.policies.bag.bound;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * The least a job can cost on these offers by its deadline, for somebody who knows in advance when
 * which spot type is off the market.
 *
 * <p>What is relaxed: tasks may be cut into pieces that run anywhere at once; machines are paid for
 * only while they are full; nothing that runs is ever lost. What is kept: a task takes at least its
 * shortest runtime in core time; an offer's machines, all of its limit, have only the core time
 * that lies between the end of their launch and the deadline and in which the type can be had; each
 * launch that is paid for serves at most that time.
 *
 * <p>Why it is a bound. Take any schedule that ends in time. For each offer o let w(o) be the core
 * time its machines spent on attempts that count. Then the sum of all w(o) is at least W, the sum
 * of the shortest runtimes times cores, and w(o) is at most C(o), the core time above. A machine
 * with c cores that is up for u is paid p x (b + u) with b billed for the launch, and works at most
 * c x u; since u is at most T, b + u is at least u x (1 + b / T). So o costs at least w(o) x p / c
 * x (1 + b / T). Filling W into the offers by rising price of a core second, each up to C(o), gives
 * the least such sum. A second bound takes for each task the offer on which it alone is cheapest,
 * without looking at C(o); it is better when runtimes differ much between types. A third, {@link
 * PackedBound}, knows which tasks have no room beside each other, and the limits of markets. A
 * fourth looks at one task alone: while it runs, a whole machine is paid for. The largest of them
 * is answered.
 *
 * <p>In HADS's emulator the type that freezes is chosen among those in use, so somebody who knows
 * the moments can be using none of them; there the bound is that of a calm market.
 */
public final class LowerBound {
  private static final double MILLIS_PER_HOUR = 3_600_000;

  /** Sums of many floating numbers are exact to less than this share. */
  private static final double ROUNDING = 1e-9;

  /**
   * An offer that can be of use.
   *
   * @param upMillis how long a machine of it can work until the deadline
   * @param nanosPerMilli what a machine of it costs, launches included
   */
  private record Source(Offer offer, double upMillis, double nanosPerMilli) {
    int cores() {
      return offer.machine().cores();
    }

    double coreMillis() {
      return upMillis * cores() * offer.limit();
    }

    double nanosPerCoreMilli() {
      return nanosPerMilli / cores();
    }
  }

  private LowerBound() {}

  /**
   * The bound in nano-dollars.
   *
   * @param spotMillis for spot types that are off the market for some of the time: how long they
   *     can be had between the end of a launch at the start and the deadline
   */
  public static long nanos(
      JobSpec job, List<Offer> offers, long deadlineMillis, SortedMap<String, Long> spotMillis) {
    List<Source> sources = sources(offers, deadlineMillis, spotMillis);
    double bound = Math.max(filled(job, sources), eachAlone(job, sources));
    double better = Math.max(packed(job, sources), oneAlone(job, sources));
    return (long) Math.floor(Math.max(bound, better * (1 - ROUNDING)));
  }

  private static List<Source> sources(
      List<Offer> offers, long deadlineMillis, SortedMap<String, Long> spotMillis) {
    List<Source> sources = new ArrayList<>();
    for (Offer offer : offers) {
      double up = Math.max(0, deadlineMillis - offer.startUpMillis());
      if (offer.isSpot()) {
        up = Math.min(up, spotMillis.getOrDefault(offer.machine().type(), Long.MAX_VALUE));
      }
      if (up > 0 && offer.limit() > 0) {
        double billed = 1 + offer.billing().startUpMillis() / up;
        sources.add(new Source(offer, up, perMilli(offer) * billed));
      }
    }
    sources.sort(
        Comparator.comparingDouble(Source::nanosPerCoreMilli)
            .thenComparing(source -> source.offer().name()));
    return sources;
  }

  private static double perMilli(Offer offer) {
    return offer.machine().pricePerHourNanos() / MILLIS_PER_HOUR;
  }

  private static double packed(JobSpec job, List<Source> sources) {
    return new PackedBound(
            job,
            sources.stream().map(Source::offer).toList(),
            sources.stream().mapToDouble(Source::upMillis).toArray(),
            sources.stream().mapToDouble(Source::nanosPerMilli).toArray())
        .nanos();
  }

  /** The dearest task if it were the only one: its pieces on any machines, and one launch. */
  private static double oneAlone(JobSpec job, List<Source> sources) {
    double dearest = 0;
    for (TaskGroup group : job.groups()) {
      double least = Double.MAX_VALUE;
      for (Source source : sources) {
        if (source.offer().machine().offers(group.need())) {
          least = Math.min(least, millis(group, source) * perMilli(source.offer()));
        }
      }
      dearest = Math.max(dearest, least == Double.MAX_VALUE ? 0 : least);
    }
    double launch =
        sources.stream()
            .mapToDouble(one -> perMilli(one.offer()) * one.offer().billing().startUpMillis())
            .min()
            .orElse(0);
    return dearest == 0 ? 0 : dearest + launch;
  }

  private static double filled(JobSpec job, List<Source> sources) {
    double work = 0;
    for (TaskGroup group : job.groups()) {
      double shortest = Double.MAX_VALUE;
      for (Source source : sources) {
        if (source.offer().machine().offers(group.need())) {
          shortest = Math.min(shortest, millis(group, source));
        }
      }
      work += shortest == Double.MAX_VALUE ? 0 : shortest * coreFactor(group);
    }
    double nanos = 0;
    for (Source source : sources) {
      double here = Math.min(work, source.coreMillis());
      nanos += here * source.nanosPerCoreMilli();
      work -= here;
    }
    return nanos;
  }

  private static double eachAlone(JobSpec job, List<Source> sources) {
    double nanos = 0;
    for (TaskGroup group : job.groups()) {
      double least = Double.MAX_VALUE;
      for (Source source : sources) {
        if (source.offer().machine().offers(group.need())) {
          least = Math.min(least, millis(group, source) * source.nanosPerCoreMilli());
        }
      }
      nanos += least == Double.MAX_VALUE ? 0 : least * coreFactor(group);
    }
    return nanos;
  }

  private static double coreFactor(TaskGroup group) {
    return (double) group.count() * group.need().cores();
  }

  /** A task of which nothing is known may take no time at all. */
  private static double millis(TaskGroup group, Source source) {
    return group.runtime().millisOn(source.offer().machine().type()).orElse(0);
  }

  /** The bound in dollars. */
  public static double dollars(
      JobSpec job, List<Offer> offers, long deadlineMillis, SortedMap<String, Long> spotMillis) {
    return (double) nanos(job, offers, deadlineMillis, spotMillis) / Money.NANOS_PER_DOLLAR;
  }
}
