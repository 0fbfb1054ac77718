package io.windhover.experiments.arena;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.bag.bound.LowerBound;
import io.windhover.policies.workflow.bound.WorkflowBound;
import io.windhover.policies.workflow.bound.WorkflowBound.Arrival;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.simulator.Happening.JobArrives;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What nobody can do a world's work for less than. Spot machines are taken to stay for ever, and
 * where runtimes and launches err, all of them to be as short as they can be. For bags every job
 * may be done at any time until the last deadline; for workflows jobs wait for each other in no
 * way. Each is a bound, so the larger one is.
 */
final class WorldBound {
  private WorldBound() {}

  static double dollars(SmallWorld world, long seed) {
    List<JobArrives> jobs = hopeful(world, seed);
    List<Offer> offers =
        world.offers().stream()
            .map(offer -> offer.startingUpIn(shorter(offer.startUpMillis(), lagError(world))))
            .toList();
    double bag = bagDollars(jobs, offers);
    return world.dag() ? Math.max(bag, flowDollars(jobs, offers)) : bag;
  }

  private static double lagError(SmallWorld world) {
    return world.errors().lagError();
  }

  private static List<JobArrives> hopeful(SmallWorld world, long seed) {
    double error = world.errors().runtimeError();
    IdentityHashMap<JobSpec, JobSpec> known = new IdentityHashMap<>();
    List<JobArrives> jobs = new ArrayList<>();
    for (JobArrives job : world.arrivals().apply(seed)) {
      JobSpec real = world.truth().orElse(job.spec());
      jobs.add(
          new JobArrives(
              job.atMillis(), known.computeIfAbsent(real, spec -> shorter(spec, error))));
    }
    return jobs;
  }

  private static JobSpec shorter(JobSpec job, double error) {
    return error == 0
        ? job
        : SmallWorld.withGroups(
            job,
            job.groups().stream()
                .map(group -> group.withRuntime(shorter(group.runtime(), error)))
                .toList());
  }

  private static RuntimeEstimate shorter(RuntimeEstimate runtime, double error) {
    var byType = new TreeMap<String, Long>();
    runtime.millisByType().forEach((type, millis) -> byType.put(type, shorter(millis, error)));
    return new RuntimeEstimate(shorter(runtime.anyTypeMillis(), error), byType);
  }

  private static long shorter(long millis, double error) {
    return millis <= 0 ? millis : (long) (millis * (1 - error));
  }

  private static double bagDollars(List<JobArrives> jobs, List<Offer> offers) {
    List<TaskGroup> all = new ArrayList<>();
    long lastMillis = 0;
    for (JobArrives job : jobs) {
      job.spec().groups().forEach(group -> all.add(group.withAfter(List.of())));
      lastMillis = Math.max(lastMillis, job.spec().deadline().atMillis(job.atMillis()));
    }
    JobSpec together = SmallWorld.withGroups(jobs.get(0).spec(), all);
    return LowerBound.dollars(together, offers, lastMillis, new TreeMap<>());
  }

  private static double flowDollars(List<JobArrives> jobs, List<Offer> offers) {
    VmTypes types = VmTypes.of(steady(offers));
    IdentityHashMap<JobSpec, Dag> dags = new IdentityHashMap<>();
    List<Arrival> arrivals = new ArrayList<>();
    for (JobArrives job : jobs) {
      Dag dag = dags.computeIfAbsent(job.spec(), spec -> Dag.of(spec, types));
      arrivals.add(
          new Arrival(dag, job.atMillis(), job.spec().deadline().atMillis(job.atMillis())));
    }
    return (double) WorkflowBound.of(arrivals, types).nanos() / Money.NANOS_PER_DOLLAR;
  }

  /** Each type once, for the least it is sold for, as if nobody ever took it away. */
  private static List<Offer> steady(List<Offer> offers) {
    Map<String, Offer> cheapest = new TreeMap<>();
    for (Offer offer : offers) {
      cheapest.merge(offer.machine().type(), offer, WorldBound::cheaper);
    }
    return cheapest.values().stream().map(WorldBound::onDemand).toList();
  }

  private static Offer cheaper(Offer one, Offer other) {
    return one.machine().pricePerHourNanos() <= other.machine().pricePerHourNanos() ? one : other;
  }

  private static Offer onDemand(Offer offer) {
    return new Offer(
        offer.name(),
        Market.ON_DEMAND,
        offer.machine(),
        offer.limit(),
        offer.marketLimit(),
        offer.marketCores(),
        offer.gflops(),
        offer.startUpMillis(),
        offer.billing());
  }
}
