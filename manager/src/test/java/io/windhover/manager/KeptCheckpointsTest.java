package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Group;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToManager.Checkpointed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a manager knows of checkpoints, says to workers about them, and has removed. */
final class KeptCheckpointsTest extends ManagerStage {
  private final List<String> swept = new ArrayList<>();

  /** As first fit, and asks of every attempt that has started for one checkpoint. */
  private static final class AsksOnce implements Policy {
    private final Policy places = new FirstFit();

    @Override
    public String name() {
      return places.name();
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      List<Action> actions = new ArrayList<>(places.decide(world, batch).actions());
      for (Event event : batch) {
        if (event instanceof Event.AttemptStarted started
            && world.attempt(started.attempt()).orElseThrow().group().savable()) {
          actions.add(new Action.Checkpoint(started.attempt()));
        }
      }
      return Decision.of(actions);
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return List.of();
    }
  }

  @Override
  void start() {
    manager =
        new Manager(
            Recovery.load(store, new AsksOnce()), store, settings(), (batch, decision) -> {});
    manager.keepCheckpointsIn("file:///kept", swept::add);
    manager.start(wire, nowMillis);
  }

  private static JobSpec saving(String how) {
    JobSpec plain = RecoveryTest.job(1, 0);
    var groups = List.of(plain.groups().get(0).withCheckpoint(60_000, how));
    return new JobSpec(plain.name(), plain.folder(), plain.deadline(), true, groups);
  }

  private AttemptRef running(JobSpec job) {
    join("w", "s1", 1);
    wish(manager.submit(job, ALICE, ""));
    turnAfter(100);
    AttemptRef ref = ref(onlyAttempt());
    manager.received("w", new ToManager.Taken(ref));
    manager.received("w", new ToManager.Started(ref));
    turnAfter(100);
    return ref;
  }

  @Test
  void aWishIsSaidAgainUntilItIsAnsweredAlsoAfterARestart() {
    AttemptRef ref = running(saving(""));
    assertThat(said).contains("w Checkpoint");
    said.clear();
    turnAfter(2 * settings().resendMillis());
    assertThat(said).contains("w Checkpoint");
    restart();
    said.clear();
    join("w", "s1", 1, ref);
    assertThat(said).contains("w Checkpoint");
    manager.received("w", new Checkpointed(ref, 1, 30_000, 1_500, 70));
    turnAfter(100);
    said.clear();
    turnAfter(3 * settings().resendMillis());
    assertThat(said).doesNotContain("w Checkpoint");
  }

  @Test
  void whatIsSafeAndWhatItTookIsRecordedAndAnswered() {
    AttemptRef ref = running(saving(""));
    said.clear();
    manager.received("w", new Checkpointed(ref, 1, 30_000, 1_500, 70));
    manager.received("w", new Checkpointed(ref, 1, 30_000, 1_500, 70));
    turnAfter(100);
    assertThat(said).contains("w CheckpointKnown", "w CheckpointKnown");
    manager.close(nowMillis);
    restart();
    Attempt attempt = onlyAttempt();
    Group group = attempt.group();
    assertThat(attempt.checkpointedMillis()).isEqualTo(30_000);
    assertThat(attempt.checkpointing()).isFalse();
    assertThat(group.usualDumpMillis()).isEqualTo(1_500);
  }

  @Test
  void aCheckpointOfAnAttemptThatIsNotTheWorkersIsAnsweredAndCountsForNothing() {
    AttemptRef ref = running(saving(""));
    join("other", "s1", 1);
    said.clear();
    manager.received("other", new Checkpointed(ref, 1, 30_000, 1_500, 70));
    turnAfter(100);
    assertThat(said).contains("other CheckpointKnown");
    assertThat(onlyAttempt().checkpointedMillis()).isZero();
  }

  @Test
  void aTaskThatEndsItselfToSaveCannotBeAskedAndOneThatSavesNothingNeither() {
    running(saving("exit-85"));
    assertThat(said).doesNotContain("w Checkpoint");
    assertThat(onlyAttempt().group().savable()).isFalse();
  }

  @Test
  void whatHasSucceededIsSweptAndSoIsACancelledJob() {
    AttemptRef ref = running(saving(""));
    String place = ref.origin() + "/1";
    manager.received("w", done(ref));
    turnAfter(100);
    assertThat(swept).containsExactly(place + "/point/0");
    wish(manager.submit(saving(""), ALICE, ""));
    turnAfter(100);
    swept.clear();
    String second = ref(onlyAttempt()).origin() + "/2";
    wish(manager.cancel(2, ALICE));
    turnAfter(100);
    assertThat(swept).containsExactly(second);
  }
}
