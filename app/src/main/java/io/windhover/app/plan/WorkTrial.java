package io.windhover.app.plan;

import io.windhover.app.simulate.CostBound;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.simulate.ScenarioRun;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.policy.Policy;
import io.windhover.experiments.forecast.MonteCarlo;
import io.windhover.experiments.forecast.Outcome;
import io.windhover.experiments.forecast.References;
import io.windhover.experiments.forecast.Use;
import io.windhover.experiments.paper.Sample;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TypeUse;
import io.windhover.simulator.record.VmRecord;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The job, or the stream of jobs, with the policy that will really decide, lived through in the
 * modelled cloud.
 *
 * @param policy a new one for each run
 * @param onlyWarns whether it does late what cannot be in time
 */
public record WorkTrial(Scenario scenario, Supplier<Policy> policy, boolean onlyWarns)
    implements MonteCarlo.Trial {
  private static final double HOUR_MILLIS = 3_600_000;

  @Override
  public Outcome run(long deadlineMillis, long seed) {
    Scenario due = due(deadlineMillis);
    List<Submission> jobs = due.submissions(seed);
    Policy decides = policy.get();
    Optional<Obstacle> obstacle = Obstacle.of(due, jobs, decides);
    if (obstacle.isPresent() && !(onlyWarns && obstacle.get().isLate())) {
      return Outcome.impossible(obstacle.get().text(), jobs.size());
    }
    // Every machine of a stream is more than there is room for.
    Recorder recorder = due.isStream() ? Recorder.totals() : Recorder.everything();
    ScenarioRun run = ScenarioRun.of(due, jobs, decides, seed, recorder);
    RunRecord record = run.record();
    if (run.refusedClass().isPresent()) {
      return Outcome.impossible(
          "policy " + decides.name() + ": " + run.refusedClass().get(), jobs.size());
    }
    return new Outcome(
        obstacle.map(Obstacle::text),
        true,
        record.succeeded(),
        jobs.size(),
        (int) record.jobs().stream().filter(JobRecord::deadlineMet).count(),
        dollars(record.costNanos()),
        record.jobs().stream().mapToLong(JobRecord::makespanMillis).average().orElse(0),
        record.hibernations(),
        record.terminations(),
        record.notices(),
        dollars(record.storageNanos()),
        due.isStream() ? paid(record) : uses(record));
  }

  private Scenario due(long deadlineMillis) {
    return scenario.due(new Deadline.Within(deadlineMillis));
  }

  private static double dollars(long nanos) {
    return (double) nanos / Money.NANOS_PER_DOLLAR;
  }

  private static List<Use> paid(RunRecord record) {
    List<Use> uses = new ArrayList<>();
    for (TypeUse use : record.use()) {
      uses.add(
          new Use(
              use.type(),
              use.market().text(),
              use.launches(),
              use.paidMillis() / HOUR_MILLIS,
              dollars(use.costNanos())));
    }
    return uses;
  }

  private static List<Use> uses(RunRecord record) {
    Map<String, Use> kinds = new TreeMap<>();
    for (VmRecord vm : record.vms()) {
      if (vm.cameUp()) {
        String market = vm.market().map(Market::text).orElse("own");
        long frozen = vm.frozen().stream().mapToLong(Span::millis).sum();
        double hours = (vm.endedAtMillis() - vm.readyAtMillis() - frozen) / HOUR_MILLIS;
        kinds.merge(
            vm.type() + " " + market,
            new Use(vm.type(), market, 1, hours, dollars(vm.costNanos())),
            WorkTrial::sum);
      }
    }
    return List.copyOf(kinds.values());
  }

  private static Use sum(Use a, Use b) {
    return new Use(
        a.type(),
        a.market(),
        a.count() + b.count(),
        a.hours() + b.hours(),
        a.dollars() + b.dollars());
  }

  /**
   * What to compare with. Neither depends on the market's chance, so one seed is enough unless the
   * work itself is drawn anew for each; then it is their mean.
   */
  public References references(long deadlineMillis, long firstSeed, int seeds) {
    Scenario due = due(deadlineMillis);
    boolean same = due.isStream() ? due.sameWorkForEverySeed() : due.onlyTheMarketVaries();
    int draws = same ? 1 : seeds;
    List<Double> onDemand = new ArrayList<>();
    List<Double> bounds = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + draws; seed++) {
      if (Submission.kinds(due.submissions(seed)).stream()
          .anyMatch(job -> isImpossible(job, due))) {
        return References.NONE;
      }
      CostBound.of(due, seed).dollars().ifPresent(bounds::add);
      if (!due.isStream()) { // Most streams are done on on-demand machines anyway.
        onDemandOnly(due, due.job(seed), seed).ifPresent(onDemand::add);
      }
    }
    return new References(mean(onDemand, draws), mean(bounds, draws));
  }

  private static boolean isImpossible(JobSpec job, Scenario due) {
    return Obstacle.of(job, due.catalogue().offers()).isPresent();
  }

  /** Empty unless it is known for all of them. */
  private static OptionalDouble mean(List<Double> known, int all) {
    return known.size() == all
        ? OptionalDouble.of(Sample.of(known).mean())
        : OptionalDouble.empty();
  }

  private static OptionalDouble onDemandOnly(Scenario due, JobSpec job, long seed) {
    Policy policy =
        PolicyRegistry.make(
            "on-demand",
            new TreeMap<>(Map.of("release", "at-once")),
            PolicyRegistry.Machines.COME_AND_GO);
    RunRecord record = ScenarioRun.of(due, job, policy, seed, Recorder.totals()).record();
    return record.deadlineMet()
        ? OptionalDouble.of(dollars(record.costNanos()))
        : OptionalDouble.empty();
  }
}
