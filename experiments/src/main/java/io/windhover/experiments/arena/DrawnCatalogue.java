package io.windhover.experiments.arena;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Machine types drawn from chance, each on demand and, cheaper, as spot machines. */
final class DrawnCatalogue {
  /** What limits count, and whether they are felt. */
  enum Limited {
    HARDLY,
    BY_MACHINES,
    BY_CORES
  }

  static final long GIGABYTE = 1_000_000_000;

  private static final int MANY = 1_000;

  private final SplittableRandom chance;
  private final Limited limited;
  private final double spotShare;
  private final Billing billing;
  private final long startUpMillis;
  private final List<Offer> offers = new ArrayList<>();

  private DrawnCatalogue(SplittableRandom chance, Limited limited) {
    this.chance = chance;
    this.limited = limited;
    this.spotShare = between(chance, 0.2, 0.45);
    this.startUpMillis = 30_000L * (1 + chance.nextInt(6));
    boolean minimum = chance.nextInt(5) == 0;
    this.billing = new Billing(startUpMillis, minimum ? startUpMillis + 60_000 : 0);
  }

  /** So many types, on-demand and spot. The first has eight cores at least, so most work fits. */
  static List<Offer> draw(SplittableRandom chance, int types, Limited limited) {
    var catalogue = new DrawnCatalogue(chance, limited);
    Terms onDemand = catalogue.terms(1);
    Terms spot = catalogue.terms(2);
    for (int i = 1; i <= types; i++) {
      catalogue.add(
          "t" + i, i == 1 ? 8 << chance.nextInt(2) : 1 << chance.nextInt(5), onDemand, spot);
    }
    return catalogue.offers;
  }

  private record Terms(int perType, int machines, int cores) {}

  private Terms terms(int times) {
    return switch (limited) {
      case HARDLY -> new Terms(20 * times, 60 * times, 0);
      case BY_MACHINES -> {
        int machines = times * (3 + chance.nextInt(22));
        yield new Terms(Math.max(1, machines / (1 + chance.nextInt(4))), machines, 0);
      }
      case BY_CORES -> new Terms(MANY, MANY, times * (24 + chance.nextInt(137)));
    };
  }

  private void add(String type, int cores, Terms onDemand, Terms spot) {
    int gigabytesPerCore = 1 << chance.nextInt(4);
    double perCore = 0.025 + 0.004 * gigabytesPerCore;
    long price = Math.round(cores * perCore * between(chance, 0.85, 1.25) * 1e9);
    double gflops = cores * between(chance, 10, 20);
    var machine =
        new MachineSpec(type, type, List.of(), cores, GIGABYTE * cores * gigabytesPerCore, price);
    offers.add(offer(machine, Market.ON_DEMAND, onDemand, gflops));
    long cheap = Math.round(price * spotShare * between(chance, 0.85, 1.15));
    offers.add(offer(machine.priced(cheap), Market.SPOT, spot, gflops));
  }

  private Offer offer(MachineSpec machine, Market market, Terms terms, double gflops) {
    return new Offer(
        machine.type() + "/" + market.text(),
        market,
        machine,
        terms.perType(),
        terms.machines(),
        terms.cores(),
        gflops,
        startUpMillis,
        billing);
  }

  static double between(SplittableRandom chance, double low, double high) {
    return low + (high - low) * chance.nextDouble();
  }

  /** Evenly in the logarithm: twice as much is as likely anywhere. */
  static double logBetween(SplittableRandom chance, double low, double high) {
    return low * StrictMath.pow(high / low, chance.nextDouble());
  }

  /** The names of the types that are sold. */
  static List<String> types(List<Offer> offers) {
    return offers.stream().map(offer -> offer.machine().type()).distinct().toList();
  }
}
