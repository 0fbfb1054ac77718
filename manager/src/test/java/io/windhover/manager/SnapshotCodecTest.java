package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshot;
import io.windhover.core.step.Snapshots;
import io.windhover.core.step.World;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** A world with rented, frozen and lost machines and with checkpoints, written down and read. */
final class SnapshotCodecTest {
  private static final MachineSpec SPEC =
      new MachineSpec("a", "a", List.of("gpu", "linux"), 8, 8_000_000_000L, 36_000_000)
          .harvesting(2, 1_000_000)
          .taking(3);
  private static final Offer SPOT =
      new Offer(
          "a/spot",
          Market.SPOT,
          SPEC,
          5,
          7,
          64,
          22.09,
          60_000,
          new Billing(60_000, 300_000, 0, false, 15_000));
  private static final AttemptId FIRST = new AttemptId(new TaskId(1, 0), 1);
  private static final AttemptId SECOND = new AttemptId(new TaskId(1, 0), 2);

  /** Does what it was told, one decision after the other. */
  private static final class Obedient implements Policy {
    private final Queue<List<Action>> decisions = new ArrayDeque<>();

    @Override
    public String name() {
      return "obedient";
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      List<Action> next = decisions.poll();
      return Decision.of(next == null ? List.of() : next);
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return List.of();
    }
  }

  private final Obedient policy = new Obedient();
  private final Scheduler scheduler = new Scheduler(policy, List.of(SPOT));

  /** Steps, writes the world down, reads it, and takes it up: three times the same. */
  private Snapshot step(long atMillis, Event event, Action... actions) {
    policy.decisions.add(List.of(actions));
    long sequence = scheduler.world().sequence() + 1;
    Decision decision = scheduler.step(new Batch(sequence, atMillis, List.of(event)));
    assertThat(decision.actions()).containsExactly(actions);
    Snapshot snapshot = Snapshots.of(scheduler.world());
    Snapshot read = JournalCodec.snapshot(JournalCodec.encode(snapshot));
    assertThat(read).as("after %s", event).isEqualTo(snapshot);
    assertThat(Snapshots.of(Snapshots.restore(read, policy))).isEqualTo(snapshot);
    return read;
  }

  @Test
  void everythingAboutRentedMachinesAndCheckpointsComesBack() {
    step(0, new Event.JobSubmitted(1, Samples.job(new Deadline.None()).saved()), launch(1));
    step(60_000, new MachineChange.Ready(1, SPEC), new Action.Assign(FIRST, 1));
    step(60_001, new Event.AttemptStarted(FIRST), new Action.WakeAt(100_000));
    Snapshot asked = step(100_000, new Event.TimerFired(100_000), new Action.Checkpoint(FIRST));
    assertThat(asked.attempts().get(0).checkpointing()).isTrue();
    Snapshot safe = step(102_000, new Event.AttemptCheckpointed(FIRST, 40_000));
    assertThat(safe.attempts().get(0).checkpointedMillis()).isEqualTo(40_000);
    step(103_000, new MachineChange.Hibernated(1));
    Snapshot thawed = step(108_000, new MachineChange.Resumed(1));
    assertThat(thawed.machines().get(0).frozenMillis()).isEqualTo(5_000);
    Snapshot frozen = step(110_000, new MachineChange.Hibernated(1), launch(2));
    Snapshot.MachinePart machine = frozen.machines().get(0);
    assertThat(machine.billing()).isEqualTo(SPOT.billing());
    assertThat(machine.state()).isEqualTo(MachineView.State.HIBERNATED);
    assertThat(machine.frozenSinceMillis()).isEqualTo(110_000);
    step(170_000, new MachineChange.Ready(2, SPEC), new Action.Release(1));
    Snapshot taken = step(171_000, new Event.TimerFired(171_000), new Action.Assign(SECOND, 2));
    assertThat(taken.attempts().get(0).startParts()).isPositive();
    assertThat(taken.endingLeases()).hasSize(1);
    step(172_000, new MachineChange.Notice(2, 200_000), new Action.Drain(2));
    Snapshot lost = step(200_000, new MachineChange.Lost(2, "ended by the provider"));
    assertThat(lost.endedLeasesNanos()).isPositive();
  }

  /** Snapshots of before have neither a limit of cores nor a price of storage. */
  @Test
  void whatOlderSnapshotsDoNotSayIsNotLimitedAndCostsNothing() {
    Snapshot asked =
        step(0, new Event.JobSubmitted(1, Samples.job(new Deadline.None()).saved()), launch(1));
    String older =
        JournalCodec.encode(asked)
            .replace(",\"marketCores\":64", "")
            .replace(",\"frozenPerHourNanos\":15000", "")
            .replaceAll(",\"market\":\"SPOT\",\"offeredCores\":[0-9]+", "");
    assertThat(older).doesNotContain("marketCores", "frozenPerHourNanos", "offeredCores");

    Offer offer = JournalCodec.snapshot(older).offers().get(0);
    assertThat(offer.marketCores()).isZero();
    assertThat(offer.billing()).isEqualTo(new Billing(60_000, 300_000));
    assertThat(offer.roomInMarket(3, 1_000_000)).isEqualTo(4);
    assertThat(JournalCodec.snapshot(older).machines().get(0).offeredCores()).isZero();
  }

  /** Memories had no heading then; every policy can do without. */
  @Test
  void theMemoryOfAnOlderSnapshotIsDroppedAndTheRestIsThere() {
    Snapshot asked =
        step(0, new Event.JobSubmitted(1, Samples.job(new Deadline.None()).saved()), launch(1));
    String older = JournalCodec.encode(asked).replace("\"memory\":\"\"", "\"memory\":\"3\"");
    Snapshot read = JournalCodec.snapshot(older);
    assertThat(read.memory()).isEqualTo("3");

    World restored = Snapshots.restore(read, new FirstFit());
    assertThat(restored.memory()).isSameAs(Memory.NONE);
    assertThat(Snapshots.of(restored)).isEqualTo(asked);
  }

  private static Action launch(int machine) {
    return new Action.Launch(machine, SPOT.name());
  }
}
