package io.windhover.app.simulate;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Job;
import io.windhover.core.step.World;
import io.windhover.placement.Host;
import io.windhover.placement.Size;
import io.windhover.policies.FlowFit;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.Outage;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.cloud.SingleVmMarket;
import io.windhover.simulator.cloud.TraceMarket;
import io.windhover.simulator.provider.Customers;
import io.windhover.simulator.provider.ProviderCloud;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.scenario.Deviations;
import io.windhover.workload.scenario.MarketChoice;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run of a scenario.
 *
 * @param rejection why the policy refused the work, or the first job of it that it refused
 * @param refusedClass why the policy refused every job of a class; one that refuses some jobs may
 *     yet do others like them
 * @param undone why work is not done; empty when all is
 * @param failedAttempts attempts of tasks that failed, whether they were tried again or not
 * @param lostMachines machines that went away before they were given back
 */
public record ScenarioRun(
    RunRecord record,
    Optional<String> rejection,
    Optional<String> refusedClass,
    Optional<String> undone,
    int failedAttempts,
    int lostMachines) {
  private static final long STEPS_MAX = 50_000_000;
  private static final int HORIZONS = 10;
  private static final long HOUR_MILLIS = 3_600_000;

  /** The same seed means the same misfortunes, whoever decides. */
  public static ScenarioRun of(
      Scenario scenario, JobSpec job, Policy policy, long seed, Recorder recorder) {
    return of(scenario, List.of(new Submission(0, job)), policy, seed, recorder);
  }

  /** The same for any number of jobs. */
  public static ScenarioRun of(
      Scenario scenario, List<Submission> jobs, Policy policy, long seed, Recorder recorder) {
    return of(scenario, jobs, policy, seed, recorder, (batch, decision, world) -> {});
  }

  /** The same, with somebody who watches how far it is. */
  public static ScenarioRun of(
      Scenario scenario,
      List<Submission> jobs,
      Policy policy,
      long seed,
      Recorder recorder,
      Simulation.Observer watcher) {
    Imprecision imprecision = imprecision(scenario.deviations());
    List<Happening> arrivals = new ArrayList<>();
    for (Submission job : jobs) {
      arrivals.add(new Happening.JobArrives(job.atMillis(), FlowFit.fitted(job.spec(), policy)));
    }
    Story story = new Story(arrivals, imprecision.fate(Fate.asEstimated(), seed));
    var settings =
        new Simulation.Settings(
            scenario.catalogue().offers(),
            imprecision.cloud(cloud(scenario, seed), seed),
            STEPS_MAX,
            horizonMillis(scenario, jobs));
    var setbacks = new Setbacks();
    Simulation.Observer all =
        (batch, decision, world) -> {
          recorder.stepped(batch, decision, world);
          setbacks.stepped(batch, decision, world);
          watcher.stepped(batch, decision, world);
        };
    World world = new Simulation(policy, story, settings, all).run();
    return new ScenarioRun(
        recorder.record(world),
        world.jobs().stream().flatMap(job -> job.rejection().stream()).findFirst(),
        refusedClass(world),
        Undone.text(world),
        setbacks.failedAttempts(),
        setbacks.lostMachines());
  }

  private static Optional<String> refusedClass(World world) {
    Map<String, Optional<String>> refusals = new TreeMap<>();
    for (Job job : world.jobs()) {
      refusals.merge(
          job.spec().name(),
          job.rejection(),
          (one, other) -> other.isPresent() ? one : Optional.empty());
    }
    return refusals.values().stream().flatMap(Optional::stream).findFirst();
  }

  private static Imprecision imprecision(Deviations deviations) {
    return new Imprecision(
        deviations.runtimeError(),
        deviations.lagError(),
        deviations.taskFailures(),
        deviations.vmMeanLifeMillis());
  }

  /** A policy that leaves work undone must not keep us for ever: this is late by any measure. */
  private static long horizonMillis(Scenario scenario, List<Submission> jobs) {
    long lastMillis = 0;
    long longestMillis = 0;
    for (Submission job : jobs) {
      lastMillis = Math.max(lastMillis, job.atMillis());
    }
    for (JobSpec kind : Submission.kinds(jobs)) {
      longestMillis = Math.max(longestMillis, horizonMillis(scenario, kind));
    }
    return lastMillis + longestMillis;
  }

  private static long horizonMillis(Scenario scenario, JobSpec job) {
    long serialMillis = HOUR_MILLIS;
    for (TaskGroup group : job.groups()) {
      long longest = 0;
      for (Offer offer : scenario.catalogue().offers()) {
        longest = Math.max(longest, group.runtime().millisOn(offer.machine().type()).orElse(0));
      }
      serialMillis += longest * group.count();
    }
    long deadlineMillis = job.deadline().atMillis(0);
    return HORIZONS
        * (deadlineMillis == Deadline.NEVER_MILLIS
            ? serialMillis
            : Math.max(serialMillis, deadlineMillis));
  }

  /** What befalls the machines of a scenario; nobody has used it yet. */
  public static Cloud cloud(Scenario scenario, long seed) {
    if (!(scenario.market() instanceof MarketChoice.Provider provider)) {
      return new ModelledCloud(market(scenario, seed), scenario.checkpoints());
    }
    List<Host> hosts = new ArrayList<>();
    for (int i = 1; i <= provider.hosts(); i++) {
      hosts.add(Host.of("host" + i, provider.coresPerHost(), megabytes(provider), 0));
    }
    List<Size> sizes = new ArrayList<>();
    for (Offer offer : scenario.catalogue().offers()) {
      if (!offer.isSpot()) {
        sizes.add(ProviderCloud.sizeOf(offer));
      }
    }
    return new ProviderCloud(
        hosts,
        new Customers(provider.customersPerHour(), provider.lifeMillis(), sizes),
        provider.hibernates(),
        scenario.checkpoints(),
        seed);
  }

  private static int megabytes(MarketChoice.Provider provider) {
    return (int) Math.min(Size.MAX, provider.memoryBytesPerHost() / ProviderCloud.BYTES_PER_MB);
  }

  static MarketProcess market(Scenario scenario, long seed) {
    if (scenario.market() instanceof MarketChoice.ByChance chance) {
      return new PoissonMarket(
          reading(chance.reading()),
          new Reclaim(chance.hibernates(), chance.noticeMillis()),
          chance.takenPerHour(),
          chance.returnedPerHour(),
          scenario.catalogue().types(),
          seed);
    }
    if (scenario.market() instanceof MarketChoice.Interruptions single) {
      SortedMap<String, Double> perHour = new TreeMap<>();
      scenario.catalogue().types().forEach(type -> perHour.put(type, single.perHour(type)));
      return new SingleVmMarket(
          perHour,
          new Reclaim(single.hibernates(), single.noticeMillis()),
          single.frozenMeanMillis(),
          seed);
    }
    if (scenario.market() instanceof MarketChoice.Recorded recorded) {
      List<Outage> outages =
          recorded.outages().rows().stream()
              .map(row -> new Outage(row.type(), row.fromMillis(), row.toMillis()))
              .toList();
      return new TraceMarket(new Reclaim(recorded.hibernates(), recorded.noticeMillis()), outages);
    }
    return MarketProcess.calm();
  }

  private static PoissonMarket.Reading reading(String text) {
    return Arrays.stream(PoissonMarket.Reading.values())
        .filter(reading -> reading.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("reading " + text));
  }
}
