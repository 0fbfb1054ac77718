package io.windhover.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Batch;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshot;
import io.windhover.core.step.Snapshots;
import io.windhover.simulator.testkit.Rota;
import io.windhover.simulator.testkit.Runs;
import io.windhover.simulator.testkit.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Stopping and going on from a snapshot, at any moment of any story, changes no decision. */
class SnapshotStoriesTest {
  private static final int CUTS = 3;

  @Test
  void goingOnFromASnapshotDecidesAsIfItHadNeverStopped() {
    Seeds.each(
        300,
        seed -> {
          Runs.Run whole = Runs.of(new Rota(), RandomStories.harvesting(seed));
          SplittableRandom chance = Chance.stream(seed, "cuts", 0);
          for (int i = 0; i < CUTS; i++) {
            int cut = chance.nextInt(whole.steps().size() + 1);
            assertThat(cutAt(cut, whole))
                .as("cut after %d of %d", cut, whole.steps().size())
                .isEqualTo(Snapshots.of(whole.world()));
          }
        });
  }

  /** Lives through the recorded batches with a stop after some of them; answers how it ended. */
  private static Snapshot cutAt(int cut, Runs.Run whole) {
    Policy policy = new Rota();
    Scheduler before = new Scheduler(policy, Runs.OFFERS);
    follow(before, whole.steps().subList(0, cut));
    Snapshot snapshot = Snapshots.of(before.world());
    Scheduler after = new Scheduler(policy, Snapshots.restore(snapshot, policy));
    assertThat(Snapshots.of(after.world())).isEqualTo(snapshot);
    follow(after, whole.steps().subList(cut, whole.steps().size()));
    return Snapshots.of(after.world());
  }

  private static void follow(Scheduler scheduler, List<Runs.Step> steps) {
    for (Runs.Step step : steps) {
      Batch batch = step.batch();
      Decision decision = scheduler.step(batch);
      assertThat(decision.actions()).as(step.line()).isEqualTo(step.decision().actions());
      assertThat(decision.memory()).as(step.line()).isEqualTo(step.decision().memory());
    }
  }
}
