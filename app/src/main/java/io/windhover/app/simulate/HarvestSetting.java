package io.windhover.app.simulate;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.harvest.Future;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.harvest.Allocation;
import io.windhover.simulator.harvest.ClusterSpec;
import io.windhover.simulator.harvest.HarvestCloud;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.simulator.harvest.HarvestPrices;
import io.windhover.simulator.harvest.HarvestTraces;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.harvest.HarvestScenario;
import io.windhover.workload.harvest.HarvestScenario.Drawn;
import io.windhover.workload.harvest.HarvestScenario.FromCluster;
import io.windhover.workload.harvest.HarvestScenario.OneJob;
import io.windhover.workload.harvest.HarvestScenario.Recorded;
import io.windhover.workload.scenario.Submission;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The machines, the jobs and how long tasks really take: what a scenario means under a seed.
 *
 * @param jobs in the order in which they come
 */
public record HarvestSetting(
    HarvestScenario scenario, long seed, HarvestTrace trace, List<Submission> jobs, Fate fate) {
  /** Of the power in the cluster on wind, what is always there; none in SlackSched. */
  private static final double GRID_SHARE = 0;

  public HarvestSetting {
    jobs = List.copyOf(jobs);
  }

  public static HarvestSetting of(HarvestScenario scenario, long seed) {
    HarvestTrace trace = trace(scenario, seed);
    if (scenario.work() instanceof OneJob one) {
      List<Submission> jobs = List.of(new Submission(0, one.job()));
      return new HarvestSetting(scenario, seed, trace, jobs, Fate.asEstimated());
    }
    Drawn drawn = (Drawn) scenario.work();
    HarvestWork.Drawn work = drawn.work().draw(drawn.seed().orElse(seed), trace.meanCores());
    Fate fate = (attempt, group, machine) -> new Fate.Outcome(work.trueMillis(attempt.task()), 0);
    List<Submission> jobs =
        work.submissions().stream().map(job -> new Submission(job.atMillis(), job.spec())).toList();
    return new HarvestSetting(scenario, seed, trace, jobs, fate);
  }

  private static HarvestTrace trace(HarvestScenario scenario, long seed) {
    if (scenario.supply() instanceof Recorded recorded) {
      return recorded.trace();
    }
    FromCluster from = (FromCluster) scenario.supply();
    return cluster(from.cluster(), from.seed().orElse(seed), from.machines(), from.lengthMillis());
  }

  /** So many machines of the cluster of this name. */
  public static HarvestTrace cluster(String name, long seed, int machines, long lengthMillis) {
    return name.equals(HarvestCluster.WIND.name())
        ? HarvestTraces.underWind(HarvestCluster.WIND, GRID_SHARE, seed, machines, lengthMillis)
        : HarvestCluster.valueOf(name).trace(seed, machines, lengthMillis);
  }

  public HarvestPrices prices() {
    return scenario
        .prices()
        .map(
            said ->
                new HarvestPrices(
                    HarvestPrices.USUAL.regular(), said.spotNanos(), said.harvestedNanos()))
        .orElse(HarvestPrices.USUAL);
  }

  /**
   * Complains about a policy that rents its machines where there is nothing to rent from.
   *
   * @throws IllegalArgumentException with a line for people
   */
  public static void checkRents(HarvestScenario scenario, Policy policy) {
    boolean cluster =
        scenario.supply() instanceof FromCluster from
            && !from.cluster().equals(HarvestCluster.WIND.name());
    if (policy.traits().contains(Trait.RENTS_MACHINES) && !cluster) {
      throw new IllegalArgumentException(
          "machines can be rented only in C1 to C8; expected it without machines of its own");
    }
  }

  /** The cluster as something to rent from; its regular customers are those of the trace. */
  Cloud provider() {
    FromCluster from = (FromCluster) scenario.supply();
    return new HarvestCloud(
        HarvestCluster.valueOf(from.cluster()).spec(),
        Allocation.RANDOM,
        scenario.checkpoints(),
        from.seed().orElse(seed));
  }

  /**
   * Why work can never be done, whoever decides.
   *
   * @param rents whether machines are rented, of any size there is, rather than those of the trace
   */
  public Optional<String> obstacle(boolean rents) {
    for (Submission job : jobs) {
      for (TaskGroup group : job.spec().groups()) {
        Need need = group.need();
        boolean fits = rents ? fitsOnRented(need) : fitsInTrace(need);
        if (!need.requires().isEmpty() || !fits) {
          return Optional.of(
              "task %s of %s fits on no harvest machine%s: it needs %d cores%s%s"
                  .formatted(
                      group.name(),
                      job.spec().name(),
                      rents ? " that can be rented" : "",
                      need.cores(),
                      need.memoryBytes() > 0
                          ? " and %,d MB".formatted(need.memoryBytes() / 1_000_000)
                          : "",
                      need.requires().isEmpty()
                          ? ""
                          : " and " + String.join(", ", need.requires())));
        }
      }
    }
    return Optional.empty();
  }

  private boolean fitsInTrace(Need need) {
    return trace.hvms().stream()
        .anyMatch(
            hvm ->
                need.memoryBytes() <= hvm.memoryBytes()
                    && hvm.steps().stream().anyMatch(s -> s.cores() >= need.cores()));
  }

  /** A harvest machine may have a whole server; its memory is that of its minimum size. */
  private static boolean fitsOnRented(Need need) {
    int largest = HarvestTraces.MINIMUMS.get(HarvestTraces.MINIMUMS.size() - 1);
    return need.cores() <= ClusterSpec.SERVER_CORES
        && need.memoryBytes() <= largest * HarvestPrices.BYTES_PER_MINIMUM_CORE;
  }

  /** What the trace says of a machine that is there, up to its eviction. */
  public Future future() {
    TreeMap<String, HarvestTrace.Hvm> byName = new TreeMap<>();
    trace.hvms().forEach(hvm -> byName.put(hvm.name(), hvm));
    return machine -> {
      NavigableMap<Long, Integer> cores = new TreeMap<>();
      HarvestTrace.Hvm hvm = byName.get(machine.spec().name());
      if (hvm != null) {
        for (HarvestTrace.Step step : hvm.steps()) {
          if (step.atMillis() >= machine.readyAtMillis()) {
            cores.put(step.atMillis(), step.cores());
            if (step.cores() == 0) {
              break;
            }
          }
        }
      }
      return cores;
    };
  }
}
