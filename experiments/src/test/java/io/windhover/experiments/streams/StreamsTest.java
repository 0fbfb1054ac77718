package io.windhover.experiments.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.World;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.workflow.bound.WorkflowBound;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import io.windhover.workload.generate.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With exact runtimes and lags no job is late, and nobody pays less than the bound. */
class StreamsTest {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final long LAG_MILLIS = 390_000;
  private static final long DRAWS = 2;

  private static Offer offer(String name, long price, Billing billing) {
    var machine = new MachineSpec(name, name, List.of(), 1, 1_000_000_000L, price);
    return new Offer(name, Market.ON_DEMAND, machine, 9999, 9999, 0, LAG_MILLIS, billing);
  }

  private static List<Offer> offers(Billing billing) {
    return List.of(
        offer(TaskTimes.MICRO, 20_000_000, billing),
        offer(TaskTimes.STANDARD, 85_000_000, billing),
        offer(TaskTimes.HIGH_CPU, 680_000_000, billing),
        offer(TaskTimes.HIGH_MEMORY, 500_000_000, billing));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gain", "gain-wait", "greedy", "ic-pcp", "scs", "workflow"})
  void noJobIsLateAndNobodyPaysLessThanTheBound(String name) {
    for (Application application : Application.values()) {
      for (ArrivalPattern pattern : ArrivalPattern.values()) {
        for (long deadline = HOUR_MILLIS / 2; deadline <= 2 * HOUR_MILLIS; deadline *= 2) {
          for (long draw = 1; draw <= DRAWS; draw++) {
            long periodMillis = draw % 2 == 0 ? 1000 : HOUR_MILLIS;
            JobSpec job = application.job(TaskTimes.SCS, draw, new Deadline.Within(deadline));
            long[] arrivals = pattern.arrivalsMillis(3, 24, draw);
            check(name, job, arrivals, deadline, offers(Billing.perPeriod(periodMillis)));
          }
        }
      }
    }
  }

  /**
   * Pipeline, stable, half an hour, draw 1: load vectors treat work as fluid, tasks do not split.
   */
  @Test
  void asPrintedScsIsLateWithExactInputsWhereScsIsNot() {
    JobSpec job = Application.PIPELINE.job(TaskTimes.SCS, 1, new Deadline.Within(HOUR_MILLIS / 2));
    List<Happening> happenings = new ArrayList<>();
    for (long at : ArrivalPattern.STABLE.arrivalsMillis(6, 72, 1)) {
      happenings.add(new Happening.JobArrives(at, job));
    }
    assertThat(happenings).hasSize(458);
    assertThat(lateJobs("scs-printed", happenings)).isEqualTo(33);
    assertThat(lateJobs("scs", happenings)).isZero();
  }

  /** The fifty-odd jobs in which it learns how far off its estimates are count too. */
  @ParameterizedTest
  @EnumSource
  void workflowIsInTimeThoughRuntimesAndLaunchesAreAFifthOff(Application application) {
    JobSpec job = application.job(TaskTimes.SCS, 1, new Deadline.Within(HOUR_MILLIS));
    List<Happening> happenings = new ArrayList<>();
    for (long at : ArrivalPattern.STABLE.arrivalsMillis(6, 72, 1)) {
      happenings.add(new Happening.JobArrives(at, job));
    }
    Imprecision imprecision = new Imprecision(0.2, 0.2, 0, 0);
    assertThat(lateJobs("workflow", happenings, imprecision))
        .isLessThanOrEqualTo(happenings.size() / 100);
  }

  private static long lateJobs(String name, List<Happening> happenings) {
    return lateJobs(name, happenings, Imprecision.NONE);
  }

  private static long lateJobs(String name, List<Happening> happenings, Imprecision imprecision) {
    Policy policy = PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
    List<Offer> offers = offers(Billing.perPeriod(HOUR_MILLIS));
    World end =
        new Simulation(
                policy,
                new Story(happenings, imprecision.fate(Fate.asEstimated(), 1)),
                new Simulation.Settings(
                    offers, imprecision.cloud(Cloud.steady(LAG_MILLIS), 1), 1_000_000),
                (batch, decision, world) -> {})
            .run();
    assertThat(end.liveJobs()).isEmpty();
    return end.jobs().stream()
        .filter(job -> job.rejection().isPresent() || job.endedAtMillis() > job.deadlineAtMillis())
        .count();
  }

  private static void check(
      String name, JobSpec job, long[] arrivals, long deadlineMillis, List<Offer> offers) {
    VmTypes types = VmTypes.of(offers);
    Dag dag = Dag.of(job, types);
    if (dag.fastestMillis() + LAG_MILLIS > deadlineMillis) {
      return;
    }
    List<Happening> happenings = new ArrayList<>();
    List<WorkflowBound.Arrival> stream = new ArrayList<>();
    for (long at : arrivals) {
      happenings.add(new Happening.JobArrives(at, job));
      stream.add(new WorkflowBound.Arrival(dag, at, at + deadlineMillis));
    }
    Policy policy = PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
    List<String> late = new ArrayList<>();
    World end =
        new Simulation(
                policy,
                new Story(happenings, Fate.asEstimated()),
                new Simulation.Settings(offers, Cloud.steady(LAG_MILLIS), 1_000_000),
                (batch, decision, world) ->
                    batch.events().forEach(event -> noteIfLate(event, world, late)))
            .run();
    String where = name + " " + job.name() + " " + deadlineMillis;
    assertThat(late).as(where).isEmpty();
    assertThat(end.liveJobs()).as(where).isEmpty();
    assertThat(end.spentNanos())
        .as(where)
        .isGreaterThanOrEqualTo(WorkflowBound.of(stream, types).nanos());
  }

  private static void noteIfLate(Event event, World world, List<String> late) {
    if (event instanceof Event.AttemptFinished finished
        && world.nowMillis() > world.job(finished.attempt().task().job()).deadlineAtMillis()) {
      late.add(finished.attempt() + " at " + world.nowMillis());
    }
  }
}
