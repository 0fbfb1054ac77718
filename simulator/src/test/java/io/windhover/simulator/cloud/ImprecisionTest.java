package io.windhover.simulator.cloud;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.ForwardingCloud;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.testkit.Plot;
import io.windhover.simulator.testkit.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImprecisionTest {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final MachineSpec MACHINE = machine("w", 1);
  private static final Offer OFFER = new Offer("on-demand", MACHINE, 1000);
  private static final TaskGroup MINUTE = tasks("a", 1).runMillis(60_000).group();
  private static final int MANY = 4000;

  private static List<Fate.Outcome> outcomes(Imprecision imprecision, long seed) {
    Fate fate = imprecision.fate(Fate.asEstimated(), seed);
    List<Fate.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      var id = new AttemptId(new TaskId(1 + i / 100, i % 100), 1);
      outcomes.add(fate.of(id, MINUTE, MACHINE));
    }
    return outcomes;
  }

  /** Evenly from 48 to 72 seconds: the mean is 60, its deviation 24 / root 12 / root 4000 s. */
  @Test
  void runtimesLieEvenlyAroundTheEstimate() {
    List<Fate.Outcome> outcomes = outcomes(new Imprecision(0.2, 0, 0, 0), 1);

    assertThat(outcomes).allMatch(o -> o.runMillis() >= 48_000 && o.runMillis() <= 72_000);
    assertThat(outcomes).allMatch(o -> o.exitCode() == 0);
    double mean = outcomes.stream().mapToLong(Fate.Outcome::runMillis).average().orElseThrow();
    assertThat(mean).isCloseTo(60_000, within(3 * 24_000 / Math.sqrt(12.0 * MANY)));
    assertThat(outcomes).anyMatch(o -> o.runMillis() < 49_000);
    assertThat(outcomes).anyMatch(o -> o.runMillis() > 71_000);
  }

  @Test
  void anAttemptMeetsTheSameWhateverElseIsAsked() {
    Fate fate = new Imprecision(0.2, 0, 0.1, 0).fate(Fate.asEstimated(), 7);
    Fate.Outcome alone = fate.of(attempt("3/5#1"), MINUTE, MACHINE);
    fate.of(attempt("3/4#1"), MINUTE, MACHINE);

    assertThat(fate.of(attempt("3/5#1"), MINUTE, MACHINE)).isEqualTo(alone);
    assertThat(fate.of(attempt("3/5#2"), MINUTE, MACHINE)).isNotEqualTo(alone);
    assertThat(fate.of(attempt("5/3#1"), MINUTE, MACHINE)).isNotEqualTo(alone);
  }

  /** A hundredth of 4000 is 40, with a deviation of 6.3. */
  @Test
  void aShareOfTheAttemptsFailsOnTheirWay() {
    List<Fate.Outcome> failed =
        outcomes(new Imprecision(0, 0, 0.01, 0), 1).stream()
            .filter(o -> o.exitCode() != 0)
            .toList();

    assertThat(failed).hasSizeBetween(21, 59);
    assertThat(failed).allMatch(o -> o.runMillis() >= 0 && o.runMillis() < 60_000);
  }

  @Test
  void nothingIsDecoratedWithoutNeed() {
    Fate fate = Fate.asEstimated();
    Cloud cloud = Cloud.steady(1000);

    assertThat(Imprecision.NONE.fate(fate, 1)).isSameAs(fate);
    assertThat(Imprecision.NONE.cloud(cloud, 1)).isSameAs(cloud);
  }

  @Test
  void launchesTakeLessOrLongerThanSaid() {
    Cloud cloud = new Imprecision(0, 0.2, 0, 0).cloud(Cloud.steady(100_000), 1);
    List<Long> lags = new ArrayList<>();
    for (int machine = 1; machine <= 100; machine++) {
      lags.add(cloud.launchMillis(OFFER, machine, 0).orElseThrow());
    }

    assertThat(lags).allMatch(lag -> lag >= 80_000 && lag <= 120_000);
    assertThat(lags).anyMatch(lag -> lag < 85_000).anyMatch(lag -> lag > 115_000);
    // The moment of the launch does not matter, so a policy that is a little later meets the same.
    assertThat(cloud.launchMillis(OFFER, 7, 5).orElseThrow()).isEqualTo(lags.get(6));
  }

  @Test
  void machinesLiveAsLongAsTheyDoOnTheWhole() {
    var mortal = new Imprecision(0, 0, 0, 48 * HOUR_MILLIS);
    double sum = 0;
    for (int machine = 1; machine <= MANY; machine++) {
      sum += mortal.lifeMillis(machine, 1);
    }

    // The deviation of one life is its mean.
    double deviation = 48 * HOUR_MILLIS / Math.sqrt(MANY);
    assertThat(sum / MANY).isCloseTo(48.0 * HOUR_MILLIS, within(3 * deviation));
  }

  private static Runs.Run run(Imprecision imprecision, Cloud inner) {
    Plot policy =
        new Plot()
            .at(0, new Action.Launch(1, "on-demand"))
            .at(2000, new Action.Assign(attempt("1/0#1"), 1));
    Story story =
        new Story(
            List.of(new Happening.JobArrives(0, job(tasks("a", 1).runMillis(10 * HOUR_MILLIS)))),
            imprecision.fate(Fate.asEstimated(), 1));
    var settings = new Simulation.Settings(List.of(OFFER), imprecision.cloud(inner, 1), 1000);
    return Runs.of(policy, story, settings, (batch, decision, world) -> {});
  }

  @Test
  void aMachineThatDiesTakesItsTaskAlong() {
    var mortal = new Imprecision(0, 0, 0, HOUR_MILLIS);
    Runs.Run run = run(mortal, Cloud.steady(1000));

    assertThat(run.log()).anyMatch(line -> line.contains("the machine failed"));
    assertThat(run.world().machines()).isEmpty();
    assertThat(run.world().nowMillis()).isEqualTo(1000 + mortal.lifeMillis(1, 1));
  }

  @Test
  void whatTheMarketTakesDoesNotDieAgain() {
    var mortal = new Imprecision(0, 0, 0, HOUR_MILLIS);
    var cloud = new ModelledCloud(MarketProcess.calm(), CheckpointCost.HADS);
    Cloud both = mortal.cloud(cloud, 1);
    both.launchMillis(OFFER, 1, 0);
    both.launchMillis(OFFER, 2, 0);
    assertThat(both.nextMillis()).isLessThan(Cloud.NEVER_MILLIS);
    both.released(1, 5);
    both.released(2, 6);

    assertThat(both.nextMillis()).isEqualTo(Cloud.NEVER_MILLIS);
  }

  @Test
  void sharesLieFromNothingToAll() {
    assertThatThrownBy(() -> new Imprecision(1.2, 0, 0, 0)).hasMessageContaining("from 0 to 1");
    assertThatThrownBy(() -> new Imprecision(0, 0, 0, -1)).hasMessageContaining("mean life");
  }

  /** A harvest machine comes with the cores it really has, however late it comes. */
  @Test
  void whatComesUpLateIsWhatItsProviderDelivers() {
    var small =
        new ForwardingCloud(Cloud.steady(1000)) {
          @Override
          public MachineSpec delivered(MachineChange.Ready ready, long nowMillis) {
            return ready.spec().resized(3, 0);
          }

          @Override
          public long releaseMillis() {
            return 7;
          }
        };
    Cloud late = new Imprecision(0, 0.5, 0, 0).cloud(small, 1);
    assertThat(late).isNotSameAs(small);
    assertThat(late.delivered(new MachineChange.Ready(1, MACHINE), 0).cores()).isEqualTo(3);
    assertThat(late.releaseMillis()).isEqualTo(7);
  }
}
