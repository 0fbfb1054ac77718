package io.windhover.policies.bag;

import static io.windhover.core.testkit.Specs.gigabytes;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A catalogue of one to four types, one type more, and a bag of unlike tasks with a deadline that
 * is about what the catalogue can do, all from a seed. Limits count machines, and the cores of all
 * machines of a market in one bag of three.
 */
final class RandomBag {
  private static final long MINUTE = 60_000;
  private static final int STEPS_MAX = 1_000_000;

  final List<Offer> onDemand = new ArrayList<>();
  final List<Offer> spot = new ArrayList<>();
  final Offer addedOnDemand;
  final Offer addedSpot;
  final JobSpec job;
  private final long seed;

  RandomBag(long seed) {
    this.seed = seed;
    SplittableRandom chance = Chance.stream(seed, "random bag", 0);
    int types = 1 + chance.nextInt(4);
    int onDemandLimit = 1 + chance.nextInt(16);
    int spotLimit = 1 + chance.nextInt(24);
    SplittableRandom cores = Chance.stream(seed, "cores of a market", 0);
    int onDemandCores = cores.nextInt(3) == 0 ? 4 + cores.nextInt(8 * onDemandLimit) : 0;
    int spotCores = onDemandCores > 0 ? 4 + cores.nextInt(8 * spotLimit) : 0;
    for (int type = 0; type <= types; type++) {
      MachineSpec spec = machine("m" + type, chance);
      long startUp = 30_000L * chance.nextInt(7);
      int limit = chance.nextInt(3) == 0 ? 1 + chance.nextInt(onDemandLimit) : onDemandLimit;
      onDemand.add(offer(spec, Market.ON_DEMAND, limit, onDemandLimit, onDemandCores, startUp));
      MachineSpec cheap = spec.priced(spec.pricePerHourNanos() * 3 / 10);
      spot.add(offer(cheap, Market.SPOT, spotLimit, spotLimit, spotCores, startUp));
    }
    addedOnDemand = onDemand.remove(types);
    addedSpot = spot.remove(types);
    List<TaskGroup> groups = new ArrayList<>();
    int kinds = 1 + chance.nextInt(5);
    for (int i = 0; i < kinds; i++) {
      groups.add(tasks("t" + i, chance, types));
    }
    job = new JobSpec("job", "/", new Deadline.Within(span(groups, chance)), false, groups);
  }

  private static MachineSpec machine(String type, SplittableRandom chance) {
    int cores = 1 << chance.nextInt(5);
    long memory = cores * gigabytes(1L << chance.nextInt(4));
    long price = cores * (30_000_000L + chance.nextLong(40_000_000L));
    return new MachineSpec(type, type, List.of(), cores, memory, price);
  }

  static Offer offer(
      MachineSpec spec,
      Market market,
      int limit,
      int marketLimit,
      int marketCores,
      long startUpMillis) {
    return new Offer(
        spec.type() + "/" + market.text(),
        market,
        spec,
        limit,
        marketLimit,
        marketCores,
        0,
        startUpMillis,
        new Billing(startUpMillis, 0));
  }

  private static TaskGroup tasks(String name, SplittableRandom chance, int types) {
    long millis = MINUTE + chance.nextLong(20 * MINUTE);
    TreeMap<String, Long> byType = new TreeMap<>();
    if (chance.nextInt(3) == 0) {
      for (int type = 0; type <= types; type++) {
        byType.put("m" + type, (long) (millis * (0.5 + 2 * chance.nextDouble())));
      }
    }
    int cores = chance.nextInt(4) == 0 ? 2 : 1;
    long memory = (long) (gigabytes(8) * Math.pow(chance.nextDouble(), 2));
    return new TaskGroup(
        name,
        1 + chance.nextInt(60),
        Script.NONE,
        name,
        new Need(List.of(), cores, memory),
        List.of(),
        new RuntimeEstimate(millis, byType),
        0,
        true,
        0,
        0,
        0);
  }

  /** From too little to plenty: what the catalogue would take if nothing were ever left over. */
  private long span(List<TaskGroup> groups, SplittableRandom chance) {
    double workers = 1;
    for (Offer offer : onDemand) {
      int machines = Math.min(offer.limit(), offer.roomInMarket(0, 0));
      workers = Math.max(workers, (double) machines * offer.machine().cores());
    }
    double work = 0;
    long longest = 0;
    for (TaskGroup group : groups) {
      work += (double) group.count() * group.need().cores() * group.runtime().anyTypeMillis();
      longest = Math.max(longest, group.runtime().anyTypeMillis());
    }
    double factor = 1 + 1.5 * chance.nextDouble();
    return (long) (factor * Math.max((double) longest, work / workers)) + 2 * MINUTE;
  }

  /** Spot machines freeze and thaw by chance. */
  MarketProcess storm() {
    return new PoissonMarket(PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 6, 2, List.of(), seed);
  }

  boolean inTime(Policy policy, MarketProcess market, List<Offer> offers) {
    return inTime(job, policy, market, offers);
  }

  /** Whether the policy ends the job in time with these offers; the story breaks off then. */
  static boolean inTime(JobSpec job, Policy policy, MarketProcess market, List<Offer> offers) {
    long spanMillis = ((Deadline.Within) job.deadline()).spanMillis();
    var cloud = new ModelledCloud(market, CheckpointCost.HADS);
    var settings = new Simulation.Settings(offers, cloud, STEPS_MAX, spanMillis);
    Story story = new Story(List.of(new Happening.JobArrives(0, job)), Fate.asEstimated());
    World world = new Simulation(policy, story, settings, (batch, decision, w) -> {}).run();
    return world.job(1).count(TaskState.SUCCEEDED) == job.taskCount();
  }

  static List<Offer> all(List<Offer> some, Offer... more) {
    List<Offer> offers = new ArrayList<>(some);
    offers.addAll(List.of(more));
    return offers;
  }
}
