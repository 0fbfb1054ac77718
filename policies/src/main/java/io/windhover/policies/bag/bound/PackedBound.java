package io.windhover.policies.bag.bound;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A bound that knows how tasks fit beside each other: the part of {@link LowerBound} for memory,
 * several cores and limits.
 *
 * <p>Why it is a bound. Choose for each offer o a {@link Packing}, by which task j takes the share
 * s(j, o) of its machines. The shares of what runs at once sum to one at most, so all machines of o
 * together are up for at least the sum of r(j, o) x s(j, o) over the tasks that run there, and each
 * costs at least its price for that, launches included. Hence the cost is at least the sum over the
 * tasks of the least price(o) x r(j, o) x s(j, o). Limits are kept by prices on them: put a price
 * of y >= 0 on every millisecond by which the machines of an offer, the machines of a market or the
 * cores of a market are up for longer than their limit allows until the deadline. A schedule within
 * its limits pays nothing or less for that, so the least of the sum over all schedules, in the
 * limits or not, is a bound for every y, and there each task chooses alone. Packings and prices are
 * found by a search that is short; whatever it finds is a bound.
 */
final class PackedBound {
  private static final int ROUNDS = 120;
  private static final int PASSES = 2;

  private final List<TaskGroup> groups;
  private final List<Offer> offers;
  private final double[] upMillis;
  private final double[] nanosPerMilli;
  private final Packing[] packings;

  /**
   * By offer, then by group: how long tasks keep whole machines; infinite where they cannot run.
   */
  private final double[][] machineMillis;

  /**
   * Prepares the search.
   *
   * @param upMillis how long a machine of each offer can be up before the deadline; above 0
   * @param nanosPerMilli what a machine of each costs at least, launches included
   */
  PackedBound(JobSpec job, List<Offer> offers, double[] upMillis, double[] nanosPerMilli) {
    this.offers = List.copyOf(offers);
    this.upMillis = upMillis.clone();
    this.nanosPerMilli = nanosPerMilli.clone();
    this.groups =
        job.groups().stream()
            .filter(group -> offers.stream().anyMatch(offer -> takes(offer, group)))
            .toList();
    this.packings = new Packing[offers.size()];
    this.machineMillis = new double[offers.size()][];
  }

  private static boolean takes(Offer offer, TaskGroup group) {
    return offer.machine().offers(group.need());
  }

  double nanos() {
    if (groups.isEmpty()) {
      return 0;
    }
    choosePackings();
    return Math.max(priced(nanosPerMilli), withLimits());
  }

  /** The packing that is best for all offers, then for each offer that of which it is best. */
  private void choosePackings() {
    double best = -1;
    Packing start = Packing.CORES;
    for (Packing packing : Packing.values()) {
      Arrays.setAll(machineMillis, o -> millis(o, packing));
      double nanos = priced(nanosPerMilli);
      if (nanos > best) {
        best = nanos;
        start = packing;
      }
    }
    Arrays.fill(packings, start);
    Arrays.setAll(machineMillis, o -> millis(o, packings[o]));
    for (int pass = 0; pass < PASSES; pass++) {
      for (int o = 0; o < packings.length; o++) {
        best = improve(o, best);
      }
    }
  }

  private double improve(int offer, double before) {
    double best = before;
    double[] chosen = machineMillis[offer];
    for (Packing packing : Packing.values()) {
      machineMillis[offer] = millis(offer, packing);
      double nanos = priced(nanosPerMilli);
      if (nanos > best) {
        best = nanos;
        chosen = machineMillis[offer];
        packings[offer] = packing;
      }
    }
    machineMillis[offer] = chosen;
    return best;
  }

  private double[] millis(int offer, Packing packing) {
    double[] millis = new double[groups.size()];
    Offer rented = offers.get(offer);
    for (int g = 0; g < millis.length; g++) {
      TaskGroup group = groups.get(g);
      OptionalLong run = group.runtime().millisOn(rented.machine().type());
      millis[g] =
          takes(rented, group)
              ? group.count()
                  * (double) run.orElse(0)
                  * packing.share(group.need(), rented.machine())
              : Double.POSITIVE_INFINITY;
    }
    return millis;
  }

  /** What all tasks cost, each where it costs least. */
  private double priced(double[] perMilli) {
    return priced(perMilli, new double[perMilli.length]);
  }

  /**
   * What all tasks cost, each where it costs least.
   *
   * @param used is told for how long each offer's machines are then up
   */
  private double priced(double[] perMilli, double[] used) {
    double sum = 0;
    for (int g = 0; g < groups.size(); g++) {
      int chosen = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int o = 0; o < perMilli.length; o++) {
        double here = machineMillis[o][g] * perMilli[o];
        if (here < least) {
          least = here;
          chosen = o;
        }
      }
      used[chosen] += machineMillis[chosen][g];
      sum += least;
    }
    return sum;
  }

  /** Something of which there is only so much until the deadline, and the price on having more. */
  private static final class Limit {
    private final double[] perMilli;
    private final double most;
    private double price;

    Limit(double[] perMilli, double most) {
      this.perMilli = perMilli;
      this.most = most;
    }

    double used(double[] upMillis) {
      double sum = 0;
      for (int o = 0; o < perMilli.length; o++) {
        sum += perMilli[o] * upMillis[o];
      }
      return sum;
    }
  }

  /** Prices on limits rise while these are exceeded, fall otherwise, by less and less. */
  private double withLimits() {
    List<Limit> limits = limits();
    double dearest = Arrays.stream(nanosPerMilli).max().orElse(0);
    double best = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      double[] perMilli = nanosPerMilli.clone();
      double offset = 0;
      for (Limit limit : limits) {
        for (int o = 0; o < perMilli.length; o++) {
          perMilli[o] += limit.price * limit.perMilli[o];
        }
        offset += limit.price * limit.most;
      }
      double[] used = new double[perMilli.length];
      best = Math.max(best, priced(perMilli, used) - offset);
      double step = dearest / StrictMath.sqrt(round);
      for (Limit limit : limits) {
        double beyond = (limit.used(used) - limit.most) / limit.most;
        double scale = Arrays.stream(limit.perMilli).max().orElse(1);
        double change = step / scale * Math.max(-1, Math.min(1, beyond));
        limit.price = Math.max(0, limit.price + change);
      }
    }
    return best;
  }

  private List<Limit> limits() {
    List<Limit> limits = new ArrayList<>();
    Map<Market, double[]> machines = new EnumMap<>(Market.class);
    for (int o = 0; o < offers.size(); o++) {
      double[] own = new double[offers.size()];
      own[o] = 1;
      limits.add(new Limit(own, offers.get(o).limit() * upMillis[o]));
      machines.computeIfAbsent(offers.get(o).market(), any -> new double[offers.size()])[o] = 1;
    }
    machines.forEach((market, ones) -> addMarket(market, ones, limits));
    return limits;
  }

  /** The limits of a market are those that its most generous offer names. */
  private void addMarket(Market market, double[] ones, List<Limit> limits) {
    double longest = 0;
    int most = 0;
    int cores = 0;
    boolean coresLimited = true;
    double[] byCores = new double[ones.length];
    for (int o = 0; o < ones.length; o++) {
      Offer offer = offers.get(o);
      if (offer.market() == market) {
        longest = Math.max(longest, upMillis[o]);
        most = Math.max(most, offer.marketLimit());
        cores = Math.max(cores, offer.marketCores());
        coresLimited &= offer.marketCores() > 0;
        byCores[o] = offer.machine().cores();
      }
    }
    if (most > 0) {
      limits.add(new Limit(ones, most * longest));
    }
    if (coresLimited) {
      limits.add(new Limit(byCores, cores * longest));
    }
  }
}
