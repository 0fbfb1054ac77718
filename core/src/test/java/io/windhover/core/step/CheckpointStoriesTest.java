package io.windhover.core.step;

import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.started;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What checkpoints carry over, what freezing leaves out, and what starting costs. */
class CheckpointStoriesTest {
  private static final long HOUR_MILLIS = 3_600_000;

  private static MachineSpec machine(String type) {
    return new MachineSpec(type, type, List.of(), 1, gigabytes(4), 60);
  }

  /** 100 s on slow machines, 50 s on fast ones. */
  private static JobSpec twoSpeeds() {
    var runtime = new RuntimeEstimate(-1, new TreeMap<>(Map.of("slow", 100_000L, "fast", 50_000L)));
    var group =
        new TaskGroup(
            "a",
            1,
            Script.NONE,
            "a",
            new Need(List.of(), 1, 0),
            List.of(),
            runtime,
            0,
            true,
            0,
            0,
            0);
    return new JobSpec("job", "/", new Deadline.None(), false, List.of(group)).saved();
  }

  private static Tale running() {
    Tale tale = new Tale();
    tale.at(
        0,
        new MachineChange.Ready(1, machine("slow")),
        new MachineChange.Ready(2, machine("fast")),
        new Event.JobSubmitted(1, twoSpeeds()));
    tale.assign(0, 1, "1/0#1");
    tale.at(0, started("1/0#1"));
    return tale;
  }

  private static Event checkpointed(String attempt, long progressMillis) {
    return new Event.AttemptCheckpointed(attempt(attempt), progressMillis);
  }

  /** 40 of 100 s is two fifths of the task on any machine; a fifth more there is 10 s. */
  @Test
  void progressIsCarriedOverAcrossMachineTypes() {
    Tale tale = running();
    tale.at(45_000, checkpointed("1/0#1", 40_000));
    tale.at(50_000, Tale.lost(1));
    assertThat(tale.job().groups().get(0).safeParts(0)).isEqualTo(400_000);

    tale.assign(60_000, 2, "1/0#2");
    Attempt second = tale.world().attempt(attempt("1/0#2")).orElseThrow();
    assertThat(second.startParts()).isEqualTo(400_000);
    tale.at(75_000, checkpointed("1/0#2", 10_000));
    assertThat(tale.job().groups().get(0).safeParts(0)).isEqualTo(600_000);
  }

  @Test
  void anOlderCheckpointTakesNothingBack() {
    Tale tale = running();
    tale.at(45_000, checkpointed("1/0#1", 40_000));
    tale.at(46_000, checkpointed("1/0#1", 20_000));

    assertThat(tale.job().groups().get(0).safeParts(0)).isEqualTo(400_000);
  }

  /** What the task did wrong may be in its checkpoint too. */
  @Test
  void aTaskThatFailedByItselfStartsAnew() {
    Tale tale = new Tale();
    tale.at(
        0,
        new MachineChange.Ready(1, machine("slow")),
        new Event.JobSubmitted(1, job(tasks("a", 1).runMillis(1000).retries(1))));
    tale.assign(0, 1, "1/0#1");
    tale.at(600, checkpointed("1/0#1", 500));
    tale.at(700, Tale.failed("1/0#1"));

    assertThat(tale.job().groups().get(0).safeParts(0)).isZero();
  }

  @Test
  void timeSpentFrozenIsNotRun() {
    Tale tale = running();
    Attempt first = tale.world().attempt(attempt("1/0#1")).orElseThrow();
    tale.at(10_000, new MachineChange.Hibernated(1));
    assertThat(first.ranMillis(25_000)).isEqualTo(10_000);
    tale.at(30_000, new MachineChange.Resumed(1));

    assertThat(first.ranMillis(35_000)).isEqualTo(15_000);
  }

  /** An attempt that began after a thaw has nothing to do with the time before. */
  @Test
  void anEarlierFreezeOfTheMachineIsNotCounted() {
    Tale tale = running();
    tale.at(10_000, new MachineChange.Hibernated(1));
    tale.at(30_000, new MachineChange.Resumed(1));
    tale.at(90_000, finished("1/0#1"), new Event.JobSubmitted(2, twoSpeeds()));
    tale.assign(90_000, 1, "2/0#1");
    tale.at(90_000, started("2/0#1"));

    assertThat(tale.world().attempt(attempt("2/0#1")).orElseThrow().ranMillis(91_000))
        .isEqualTo(1000);
  }

  private static Offer offer(String name, int marketLimit, Billing billing) {
    return new Offer(name, Market.SPOT, machine(name), 5, marketLimit, 0, 0, billing);
  }

  /** Half an hour of start-up is charged on top of an hour; at least two hours elsewhere. */
  @Test
  void startUpAndMinimumAreCharged() {
    Offer startUp = offer("slow", 5, new Billing(HOUR_MILLIS / 2, 0));
    Offer minimum = offer("fast", 5, new Billing(0, 2 * HOUR_MILLIS));
    Tale tale = new Tale(1, startUp, minimum);
    tale.at(0, List.of(), new Action.Launch(1, "slow"), new Action.Launch(2, "fast"));
    assertThat(tale.world().spentNanos()).isZero();

    tale.at(0, new MachineChange.Ready(1, machine("slow")));
    tale.at(0, new MachineChange.Ready(2, machine("fast")));
    tale.at(HOUR_MILLIS, List.of(), new Action.Release(1), new Action.Release(2));
    assertThat(tale.world().spentNanos()).isEqualTo(90 + 120);
  }

  @Test
  void whatNeverComesUpCostsNothing() {
    Tale tale = new Tale(1, offer("slow", 5, new Billing(HOUR_MILLIS, HOUR_MILLIS)));
    tale.at(0, List.of(), new Action.Launch(1, "slow"), new Action.Launch(2, "slow"));
    tale.at(
        HOUR_MILLIS, List.of(new MachineChange.LaunchRefused(1, "none")), new Action.Release(2));

    assertThat(tale.world().spentNanos()).isZero();
  }

  @Test
  void theGuardHoldsTheLimitOfAMarketAcrossItsOffers() {
    Tale tale = new Tale(1, offer("slow", 2, Billing.BY_USE), offer("fast", 2, Billing.BY_USE));
    tale.at(0, List.of(), new Action.Launch(1, "slow"), new Action.Launch(2, "fast"));

    assertThatThrownBy(() -> tale.at(1, List.of(), new Action.Launch(3, "fast")))
        .isInstanceOf(GuardViolation.class)
        .hasMessageContaining("the limit of its market is 2");
  }

  @Test
  void aSnapshotKeepsWhatIsSafeFrozenAndCharged() {
    Tale tale = running();
    tale.at(20_000, List.of(), new Action.Checkpoint(attempt("1/0#1")));
    tale.at(22_000, checkpointed("1/0#1", 20_000));
    tale.at(30_000, new MachineChange.Hibernated(1));
    Snapshot snapshot = Snapshots.of(tale.world());

    World restored = Snapshots.restore(snapshot, tale);
    assertThat(Snapshots.of(restored)).isEqualTo(snapshot);
    Attempt attempt = restored.attempt(attempt("1/0#1")).orElseThrow();
    assertThat(attempt.ranMillis(99_000)).isEqualTo(30_000);
    assertThat(attempt.checkpointsAsked()).isEqualTo(1);
    assertThat(restored.job(1).groups().get(0).safeParts(0)).isEqualTo(200_000);
  }
}
