package io.windhover.simulator.record;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.task;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Chronicle;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.Outage;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.cloud.TraceMarket;
import io.windhover.simulator.record.AttemptRecord.Outcome;
import io.windhover.simulator.testkit.Plot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Small runs on two types whose outcome is plain arithmetic. Launches take 10 s. */
class RecorderTest {
  private static final Offer SPOT = offer("small/spot", Market.SPOT, 2, 36_000_000);
  private static final Offer ON_DEMAND = offer("large/on-demand", Market.ON_DEMAND, 1, 360_000_000);

  private static Offer offer(String name, Market market, int cores, long pricePerHourNanos) {
    String type = name.substring(0, name.indexOf('/'));
    return new Offer(
        name,
        market,
        new MachineSpec(type, type, List.of(), cores, gigabytes(4), pricePerHourNanos),
        5,
        5,
        0,
        10_000,
        Billing.BY_USE);
  }

  private static RunRecord run(JobSpec job, Plot plot, Recorder recorder, Outage... outages) {
    Story story = new Story(List.of(new Happening.JobArrives(0, job)), Fate.asEstimated());
    var cloud =
        new ModelledCloud(
            new TraceMarket(Reclaim.HIBERNATE, List.of(outages)), new CheckpointCost(2000, 0));
    var settings = new Simulation.Settings(List.of(SPOT, ON_DEMAND), cloud, 1000);
    World world = new Simulation(plot, story, settings, recorder).run();
    return recorder.record(world);
  }

  private static Action launch(int machine, Offer offer) {
    return new Action.Launch(machine, offer.name());
  }

  private static Action assign(String attempt, int machine) {
    return new Action.Assign(attempt(attempt), machine);
  }

  /** Frozen from 40 s to 60 s: the task of 50 s ends after 10 + 50 + 20 = 80 s. */
  private static Plot frozenOnce() {
    return new Plot()
        .at(0, launch(1, SPOT))
        .at(10_000, assign("1/0#1", 1))
        .at(80_001, new Action.Release(1));
  }

  private static final Outage FROZEN = new Outage("small", 40_000, 60_000);

  @Test
  void aTaskThatFreezesOnce() {
    RunRecord run =
        run(
            job(new Deadline.Within(80_000), false, tasks("a", 1).runMillis(50_000)),
            frozenOnce(),
            Recorder.everything(),
            FROZEN);

    assertThat(run.makespanMillis()).isEqualTo(80_000);
    assertThat(run.deadlineMet()).isTrue();
    assertThat(run.hibernations()).isEqualTo(1);
    assertThat(run.freezes()).isEqualTo(1);
    assertThat(run.meanHibernationMillis()).isEqualTo(20_000);
    assertThat(run.spotVms()).isEqualTo(1);
    assertThat(run.onDemandVms()).isZero();
    // Up from 10 s to 80.001 s, less 20 s: 50.001 s at a cent per 1000 s.
    assertThat(run.costNanos()).isEqualTo(500_010);
    // Two cores are paid for 50.001 s; one of them works until 40 s and from 60 s on.
    assertThat(run.use())
        .containsExactly(new TypeUse("small", Market.SPOT, 1, 1, 50_001, 100_002, 50_000, 500_010));
    assertThat(run.vms())
        .containsExactly(
            new VmRecord(
                1,
                "small",
                Optional.of(Market.SPOT),
                2,
                0,
                10_000,
                80_001,
                80_001,
                VmRecord.End.RELEASED,
                500_010,
                List.of(new Span(40_000, 60_000))));
    assertThat(run.tasks())
        .containsExactly(
            new TaskRecord(
                task("1/0"),
                "a",
                List.of(
                    new AttemptRecord(
                        1,
                        1,
                        List.of(0),
                        10_000,
                        80_000,
                        Outcome.FINISHED,
                        0,
                        List.of(new Span(40_000, 60_000)),
                        List.of()))));
  }

  @Test
  void aMillisecondAfterTheDeadlineIsLate() {
    RunRecord run =
        run(
            job(new Deadline.Within(79_999), false, tasks("a", 1).runMillis(50_000)),
            frozenOnce(),
            Recorder.totals(),
            FROZEN);

    assertThat(run.deadlineMet()).isFalse();
    assertThat(run.succeeded()).isTrue();
  }

  /**
   * 50 s of work: checkpoint asked for at 30 s with 20 s done and safe at 32 s; frozen at 40 s for
   * good; moved to another machine at 50 s, where 30 s are left.
   */
  private static Plot moved() {
    return new Plot()
        .at(0, launch(1, SPOT), launch(2, ON_DEMAND))
        .at(10_000, assign("1/0#1", 1))
        .at(30_000, new Action.Checkpoint(attempt("1/0#1")))
        .at(50_000, new Action.Stop(attempt("1/0#1")), assign("1/0#2", 2));
  }

  private static final Outage FOR_GOOD = new Outage("small", 40_000, 1_000_000);

  @Test
  void aTaskThatIsTakenUpFromItsCheckpoint() {
    RunRecord run =
        run(job(tasks("a", 1).runMillis(50_000)), moved(), Recorder.everything(), FOR_GOOD);

    assertThat(run.makespanMillis()).isEqualTo(80_000);
    assertThat(run.checkpoints()).isEqualTo(1);
    assertThat(run.recoveries()).isEqualTo(1);
    assertThat(run.cpuSavedMillis()).isEqualTo(20_000);
    assertThat(run.onDemandVms()).isEqualTo(1);
    // The machine is still frozen when the work is over, 40 s later.
    assertThat(run.meanHibernationMillis()).isEqualTo(40_000);
    List<AttemptRecord> attempts = run.tasks().get(0).attempts();
    assertThat(attempts)
        .map(AttemptRecord::outcome)
        .containsExactly(Outcome.STOPPED, Outcome.FINISHED);
    assertThat(attempts.get(0).checkpoints()).containsExactly(new Span(30_000, 32_000));
    assertThat(attempts.get(0).usefulUntilMillis()).isEqualTo(30_000);
    assertThat(attempts.get(0).frozen()).containsExactly(new Span(40_000, 50_000));
    assertThat(attempts.get(1).startParts()).isEqualTo(400_000);
    assertThat(run.vms()).map(VmRecord::end).containsOnly(VmRecord.End.STILL_THERE);
    // The first attempt works from 10 s to 40 s, the second from 50 s to the end.
    assertThat(run.use()).map(TypeUse::busyCoreMillis).containsExactly(30_000L, 30_000L);
    assertThat(run.launches()).isEqualTo(2);
    assertThat(run.releases()).isZero();
    assertThat(run.vms().stream().mapToLong(VmRecord::costNanos).sum()).isEqualTo(run.costNanos());
  }

  @Test
  void totalsAreTheSameWithoutTheStory() {
    JobSpec job = job(tasks("a", 1).runMillis(50_000));
    RunRecord all = run(job, moved(), Recorder.everything(), FOR_GOOD);
    RunRecord totals = run(job, moved(), Recorder.totals(), FOR_GOOD);

    assertThat(totals.vms()).isEmpty();
    assertThat(totals.tasks()).isEmpty();
    assertThat(totals).usingRecursiveComparison().ignoringFields("vms", "tasks").isEqualTo(all);
  }

  /** What a released machine still reports is history: it neither finishes nor saves anything. */
  @Test
  void aReleasedMachineTakesItsTaskAlong() {
    Plot plot =
        new Plot()
            .at(0, launch(1, SPOT), launch(2, ON_DEMAND))
            .at(10_000, assign("1/0#1", 1))
            .at(58_000, new Action.Checkpoint(attempt("1/0#1")))
            .at(59_000, new Action.Release(1), assign("1/0#2", 2));
    RunRecord run = run(job(tasks("a", 1).runMillis(50_000)), plot, Recorder.everything());

    assertThat(run.makespanMillis()).isEqualTo(59_000 + 50_000);
    assertThat(run.checkpoints()).isZero();
    assertThat(run.tasks().get(0).attempts())
        .map(AttemptRecord::outcome)
        .containsExactly(Outcome.STOPPED, Outcome.FINISHED);
  }

  @Test
  void twoMachinesOfATypeFreezeTogetherAndCountAsOneFreeze() {
    Plot plot =
        new Plot()
            .replicating()
            .at(0, launch(1, SPOT), launch(2, SPOT))
            .at(10_000, assign("1/0#1", 1), assign("1/1#1", 1), assign("1/2#1", 2));
    RunRecord run = run(job(tasks("a", 3).runMillis(50_000)), plot, Recorder.everything(), FROZEN);

    assertThat(run.hibernations()).isEqualTo(2);
    assertThat(run.freezes()).isEqualTo(1);
    assertThat(run.meanHibernationMillis()).isEqualTo(20_000);
    assertThat(run.tasks())
        .map(t -> t.attempts().get(0).rows())
        .containsExactly(List.of(0), List.of(1), List.of(0));
  }

  /** The freeze begins when the work is over: nobody is troubled, and the lease goes on unpaid. */
  @Test
  void whatFreezesAfterTheWorkIsNotCounted() {
    Plot plot = frozenOnce();
    RunRecord run =
        run(
            job(tasks("a", 1).runMillis(50_000)),
            plot,
            Recorder.totals(),
            new Outage("small", 60_000, 70_000));

    assertThat(run.makespanMillis()).isEqualTo(60_000);
    assertThat(run.hibernations()).isZero();
    assertThat(run.meanHibernationMillis()).isZero();
  }

  @Test
  void aMachineThatIsRefusedCostsNothing() {
    Plot plot =
        new Plot().at(0, launch(1, SPOT), launch(2, ON_DEMAND)).at(10_000, assign("1/0#1", 2));
    RunRecord run =
        run(
            job(tasks("a", 1).runMillis(1000)),
            plot,
            Recorder.everything(),
            new Outage("small", 5000, 1_000_000));

    assertThat(run.vms().get(0).end()).isEqualTo(VmRecord.End.REFUSED);
    assertThat(run.vms().get(0).cameUp()).isFalse();
    assertThat(run.vms().get(0).costNanos()).isZero();
    assertThat(run.spotVms()).isZero();
  }

  /** Jobs of 20 s that arrive at 0 s and at 15 s and must end 25 s later, one after the other. */
  @Test
  void ofTwoJobsOneIsLateByFiveSeconds() {
    Plot plot =
        new Plot()
            .at(0, launch(1, ON_DEMAND))
            .at(10_000, assign("1/0#1", 1))
            .at(30_000, assign("2/0#1", 1));
    JobSpec job = job(new Deadline.Within(30_000), false, tasks("a", 1).runMillis(20_000));
    Story story =
        new Story(
            List.of(new Happening.JobArrives(0, job), new Happening.JobArrives(15_000, job)),
            Fate.asEstimated());
    Recorder recorder = Recorder.totals();
    var settings = new Simulation.Settings(List.of(ON_DEMAND), Cloud.steady(10_000), 1000);
    RunRecord run = recorder.record(new Simulation(plot, story, settings, recorder).run());

    assertThat(run.onTimeShare()).isEqualTo(0.5);
    assertThat(run.meanLatenessMillis()).isEqualTo(2500);
    // Up from 10 s to 50 s, and at work all the time.
    assertThat(run.paidMillis()).isEqualTo(40_000);
    assertThat(run.utilisation()).isEqualTo(1);
  }

  @Test
  void aJobThatNeverEndsHasNoMakespan() {
    RunRecord run = run(job(tasks("a", 1)), new Plot().at(0, launch(1, SPOT)), Recorder.totals());

    assertThat(run.makespanMillis()).isEqualTo(-1);
    assertThat(run.deadlineMet()).isFalse();
  }

  /** A memory that tells: two steals, and one moment. */
  private record Told() implements Chronicle {
    @Override
    public SortedMap<String, Long> tallies() {
      return new TreeMap<>(Map.of("stealCalls", 2L));
    }

    @Override
    public List<Mark> marks() {
      return List.of(new Mark("D_spot", 0, 42));
    }

    @Override
    public String encoded() {
      return "";
    }
  }

  @Test
  void whatThePolicyTellsIsKept() {
    RunRecord run =
        run(
            job(tasks("a", 1).runMillis(50_000)),
            frozenOnce().remembering(new Told()),
            Recorder.totals());

    assertThat(run.tally("stealCalls")).isEqualTo(2);
    assertThat(run.tally("stealsSucceeded")).isZero();
    assertThat(run.marks()).containsExactly(new Chronicle.Mark("D_spot", 0, 42));
  }

  /** Two attempts of one task begin and end together; it was counted as finished on both. */
  @Test
  void aTaskFinishesOnceEvenIfTwoAttemptsEndAtOneMoment() {
    Plot plot =
        new Plot()
            .replicating()
            .at(0, launch(1, SPOT), launch(2, SPOT))
            .at(10_000, assign("1/0#1", 1), assign("1/0#2", 2))
            .at(60_001, new Action.Release(1), new Action.Release(2));
    RunRecord record = run(job(tasks("t", 1).runMillis(50_000)), plot, Recorder.everything());

    assertThat(record.succeeded()).isTrue();
    TaskRecord task = record.tasks().get(0);
    assertThat(task.attempts())
        .extracting(AttemptRecord::outcome)
        .containsExactly(Outcome.FINISHED, Outcome.STOPPED);
    assertThat(task.deciding().machine()).isEqualTo(1);
  }

  /** The second try is the last one, but the first one ended the task. */
  @Test
  void theAttemptThatEndedATaskNeedNotBeItsLast() {
    Plot plot =
        new Plot()
            .replicating()
            .at(0, launch(1, SPOT), launch(2, SPOT))
            .at(10_000, assign("1/0#1", 1))
            .at(20_000, assign("1/0#2", 2))
            .at(60_001, new Action.Release(1), new Action.Release(2));
    RunRecord record = run(job(tasks("t", 1).runMillis(50_000)), plot, Recorder.everything());

    TaskRecord task = record.tasks().get(0);
    assertThat(task.attempts()).hasSize(2);
    assertThat(task.deciding().machine()).isEqualTo(1);
    assertThat(task.deciding().endedAtMillis()).isEqualTo(60_000);
  }
}
