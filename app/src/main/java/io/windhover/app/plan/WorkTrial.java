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
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
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

/** The job with the policy that will really decide, lived through in the modelled cloud. */
public record JobTrial(Scenario scenario, Policy policy) implements MonteCarlo.Trial {
  private static final double HOUR_MILLIS = 3_600_000;

  @Override
  public Outcome run(long deadlineMillis, long seed) {
    Scenario due = due(deadlineMillis);
    JobSpec job = due.job(seed);
    Optional<Obstacle> obstacle = Obstacle.of(job, due.catalogue().offers());
    if (obstacle.isPresent()) {
      return Outcome.impossible(obstacle.get().text());
    }
    ScenarioRun run = ScenarioRun.of(due, job, policy, seed, Recorder.everything());
    if (run.rejection().isPresent()) {
      return Outcome.impossible("policy " + policy.name() + ": " + run.rejection().get());
    }
    RunRecord record = run.record();
    return new Outcome(
        Optional.empty(),
        record.succeeded(),
        record.deadlineMet(),
        dollars(record.costNanos()),
        record.makespanMillis(),
        record.hibernations(),
        uses(record));
  }

  private Scenario due(long deadlineMillis) {
    return scenario.due(new Deadline.Within(deadlineMillis));
  }

  private static double dollars(long nanos) {
    return (double) nanos / Money.NANOS_PER_DOLLAR;
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
            JobTrial::sum);
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
    List<Double> onDemand = new ArrayList<>();
    List<Double> bounds = new ArrayList<>();
    int needed = scenario.onlyTheMarketVaries() ? 1 : seeds;
    for (long seed = firstSeed; seed < firstSeed + needed; seed++) {
      Scenario due = due(deadlineMillis);
      JobSpec job = due.job(seed);
      if (Obstacle.of(job, due.catalogue().offers()).isPresent()) {
        return References.NONE;
      }
      bounds.add(bound(due, job, deadlineMillis));
      onDemandOnly(due, job, seed).ifPresent(onDemand::add);
    }
    return new References(
        onDemand.size() == needed
            ? OptionalDouble.of(Sample.of(onDemand).mean())
            : OptionalDouble.empty(),
        OptionalDouble.of(Sample.of(bounds).mean()));
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
