package io.windhover.experiments.arena;

import static io.windhover.experiments.arena.DrawnCatalogue.between;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.workload.generate.PegasusShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Single workflows: three deadlines, both billings, types that differ in size or in speed. */
final class FlowWorlds {
  private static final int TASKS_MIN = 15;
  private static final int TASKS_MAX = 110;
  private static final int MANY = 1_000_000;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final Imprecision ERRORS = new Imprecision(0.2, 0.2, 0, 0);

  /** Deadlines, in fastest makespans after a launch. */
  private static final List<Double> TIMES = List.of(1.2, 2.0, 5.0);

  /** What is charged for, and whether spot machines are sold. */
  enum Sale {
    BY_SECOND(1000, false),
    BY_HOUR(HOUR_MILLIS, false),
    WITH_SPOT(1000, true);

    private final long periodMillis;
    private final boolean spot;

    Sale(long periodMillis, boolean spot) {
      this.periodMillis = periodMillis;
      this.spot = spot;
    }
  }

  private FlowWorlds() {}

  static List<ArenaFamily> families() {
    return List.of(
        new ArenaFamily("flow-second", 12, seed -> drawn("flow-second", seed, Sale.BY_SECOND)),
        new ArenaFamily("flow-hour", 12, seed -> drawn("flow-hour", seed, Sale.BY_HOUR)),
        new ArenaFamily("flow-spot", 10, seed -> drawn("flow-spot", seed, Sale.WITH_SPOT)),
        new ArenaFamily("flow-wrong", 6, FlowWorlds::wrong));
  }

  private static Optional<SmallWorld> drawn(String name, long seed, Sale sale) {
    SplittableRandom chance = Chance.stream(seed, name, 0);
    return world(chance, workflow(chance, TASKS_MAX, seed), sale, seed);
  }

  private static Optional<SmallWorld> wrong(long seed) {
    return drawn("flow-wrong", seed, Sale.BY_SECOND)
        .map(
            world -> {
              JobSpec job = world.arrivals().apply(0).get(0).spec();
              // Every runtime and launch may take a fifth longer: that much time there must be.
              JobSpec more = SmallWorld.withDeadline(job, BagWorlds.span(job) * 13 / 10);
              return SmallWorld.of(world.offers(), more, world.market()).erring(ERRORS);
            });
  }

  /** One of the gallery's shapes. */
  static JobSpec workflow(SplittableRandom chance, int tasksMax, long seed) {
    PegasusShape[] shapes = PegasusShape.values();
    int tasks = TASKS_MIN + chance.nextInt(tasksMax - TASKS_MIN + 1);
    return shapes[chance.nextInt(shapes.length)].draw(tasks, seed);
  }

  /** A workflow in a world of its own; the deadline goes round with the seed. */
  static Optional<SmallWorld> world(
      SplittableRandom chance, JobSpec workflow, Sale sale, long seed) {
    List<Offer> offers = catalogue(chance, sale);
    double times = TIMES.get((int) (seed / 2 % TIMES.size()));
    JobSpec job = due(onTypes(chance, workflow, offers), offers, times);
    return Optional.of(
        SmallWorld.of(
            offers,
            job,
            sale.spot
                ? DrawnMarket.any(chance, offers, BagWorlds.span(job))
                : market -> MarketProcess.calm()));
  }

  static JobSpec due(JobSpec job, List<Offer> offers, double times) {
    VmTypes types = VmTypes.of(offers);
    long fastestMillis = Dag.of(job, types).fastestMillis();
    return SmallWorld.withDeadline(
        job, types.lagMillisMax() + (long) Math.ceil(times * fastestMillis));
  }

  /** Types of 2, 4 and 8 cores and one speed, or of one core and speeds that differ by kind. */
  static List<Offer> catalogue(SplittableRandom chance, Sale sale) {
    long lagMillis = 30_000L * (1 + chance.nextInt(13));
    boolean sizes = chance.nextBoolean();
    double spotShare = between(chance, 0.2, 0.45);
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int cores = sizes ? 2 << i : 1;
      double perCore =
          0.05 * (sizes ? between(chance, 0.9, 1.1) : between(chance, 1 + i, 2 + 2 * i));
      var machine =
          new MachineSpec(
              "t" + (i + 1),
              "t" + (i + 1),
              List.of(),
              cores,
              4 * DrawnCatalogue.GIGABYTE * cores,
              Math.round(cores * perCore * 1e9));
      offers.add(offer(machine, Market.ON_DEMAND, lagMillis, sale));
      if (sale.spot) {
        long cheap = Math.round(machine.pricePerHourNanos() * spotShare);
        offers.add(offer(machine.priced(cheap), Market.SPOT, lagMillis, sale));
      }
    }
    return offers;
  }

  private static Offer offer(MachineSpec machine, Market market, long lagMillis, Sale sale) {
    return new Offer(
        machine.type() + "/" + market.text(),
        market,
        machine,
        MANY,
        MANY,
        10.0 * machine.cores(),
        lagMillis,
        Billing.perPeriod(sale.periodMillis));
  }

  /** Where types are of one core each kind of task has speeds of its own. */
  static JobSpec onTypes(SplittableRandom chance, JobSpec job, List<Offer> offers) {
    List<String> types = DrawnCatalogue.types(offers);
    boolean differ = offers.stream().allMatch(offer -> offer.machine().cores() == 1);
    var speeds = new TreeMap<String, double[]>();
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      double[] ofKind = speeds.computeIfAbsent(group.kind(), kind -> speeds(chance, types.size()));
      long millis = Math.max(1, group.runtime().anyTypeMillis());
      var byType = new TreeMap<String, Long>();
      for (int i = 0; differ && i < types.size(); i++) {
        byType.put(types.get(i), Math.max(1, Math.round(millis / ofKind[i])));
      }
      groups.add(
          group
              .withNeed(new Need(List.of(), 1, 0))
              .withRuntime(new RuntimeEstimate(millis, byType)));
    }
    return SmallWorld.withGroups(job, groups);
  }

  /** The first type is the slowest; each further one is faster, for some kinds much. */
  private static double[] speeds(SplittableRandom chance, int types) {
    double[] speeds = new double[types];
    double speed = 1;
    for (int i = 0; i < types; i++) {
      speeds[i] = speed;
      speed *= chance.nextInt(3) == 0 ? between(chance, 2.5, 5) : between(chance, 1.1, 2);
    }
    return speeds;
  }
}
