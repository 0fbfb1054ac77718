package io.windhover.app.plan;

import io.windhover.app.simulate.Hopeful;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.simulate.ScenarioRun;
import io.windhover.app.simulate.StreamBound;
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
import io.windhover.policies.bag.bound.LowerBound;
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
import java.util.OptionalLong;
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
    if (run.rejection().isPresent() && wholeClassUndone(record)) {
      return Outcome.impossible(
          "policy " + decides.name() + ": " + run.rejection().get(), jobs.size());
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
        due.isStream() ? paid(record) : uses(record));
  }

  /** A policy that refuses one job may yet do others like it; one that does none will do none. */
  private static boolean wholeClassUndone(RunRecord record) {
    Map<String, Boolean> someDone = new TreeMap<>();
    record.jobs().forEach(job -> someDone.merge(job.name(), job.succeeded(), Boolean::logicalOr));
    return someDone.containsValue(false);
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
    return due.isStream()
        ? ofStream(due, firstSeed, due.sameWorkForEverySeed() ? 1 : seeds)
        : ofJob(due, deadlineMillis, firstSeed, due.onlyTheMarketVaries() ? 1 : seeds);
  }

  private static References ofJob(Scenario due, long deadlineMillis, long firstSeed, int seeds) {
    List<Double> onDemand = new ArrayList<>();
    List<Double> bounds = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
      JobSpec job = due.job(seed);
      if (isImpossible(job, due)) {
        return References.NONE;
      }
      bounds.add(bound(due, job, deadlineMillis));
      onDemandOnly(due, job, seed).ifPresent(onDemand::add);
    }
    return new References(mean(onDemand, seeds), mean(bounds, seeds));
  }

  private static boolean isImpossible(JobSpec job, Scenario due) {
    return Obstacle.of(job, due.catalogue().offers()).isPresent();
  }

  /** The bound alone: most streams are done on on-demand machines anyway. */
  private static References ofStream(Scenario due, long firstSeed, int seeds) {
    List<Double> bounds = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
      List<Submission> jobs = due.submissions(seed);
      if (Submission.kinds(jobs).stream().anyMatch(kind -> isImpossible(kind, due))) {
        return References.NONE;
      }
      StreamBound.nanos(due, jobs).ifPresent(nanos -> bounds.add(dollars(nanos)));
    }
    return new References(OptionalDouble.empty(), mean(bounds, seeds));
  }

  /** Empty unless it is known for all of them. */
  private static OptionalDouble mean(List<Double> known, int all) {
    return known.size() == all
        ? OptionalDouble.of(Sample.of(known).mean())
        : OptionalDouble.empty();
  }

  /** The better of two: one knows of spot machines, the other of chains and whole periods. */
  private static double bound(Scenario due, JobSpec job, long deadlineMillis) {
    double bag =
        LowerBound.dollars(
            Hopeful.job(job, due.deviations()),
            Hopeful.offers(due.catalogue().offers(), due.deviations()),
            deadlineMillis,
            new TreeMap<>());
    OptionalLong workflow = StreamBound.nanos(due, List.of(new Submission(0, job)));
    return Math.max(bag, dollars(workflow.orElse(0)));
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
