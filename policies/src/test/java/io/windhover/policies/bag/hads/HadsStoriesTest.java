package io.windhover.policies.bag.hads;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static io.windhover.policies.bag.hads.Scene.offer;
import static io.windhover.policies.bag.hads.Scene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.TaskState;
import io.windhover.policies.bag.Hads;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bugs that HADS had, each as the story that showed it. */
class HadsStoriesTest {
  private static final Offer SPOT = offer("a", Market.SPOT, 1, 5, 10, 30);
  private static final Offer ON_DEMAND = offer("a", Market.ON_DEMAND, 1, 5, 10, 100);

  private static JobSpec bag(long withinSeconds, int count, long seconds) {
    return job(
        new Deadline.Within(withinSeconds * 1000),
        false,
        tasks("t", count).runMillis(seconds * 1000));
  }

  /**
   * Nothing can be rented, so the tasks run on a machine of one's own. It was thought to have taken
   * them for good, and when it vanished nobody put them anywhere else.
   */
  @Test
  void tasksOfAMachineOfOnesOwnThatVanishedRunOnTheNext() {
    Story story =
        new Story(
            List.of(
                new Happening.MachineAppears(0, machine("first", 2)),
                new Happening.JobArrives(0, bag(2100, 2, 300)),
                new Happening.MachineVanishes(200_000, "first"),
                new Happening.MachineAppears(900_000, machine("second", 2))),
            Fate.asEstimated());
    var settings = new Simulation.Settings(List.of(SPOT, ON_DEMAND), Cloud.refusing(1000), 10_000);
    var world =
        new Simulation(new Hads(HadsSettings.PAPER), story, settings, (b, d, w) -> {}).run();

    assertThat(world.job(1).count(TaskState.SUCCEEDED)).isEqualTo(2);
    assertThat(world.job(1).endedAtMillis()).isEqualTo(1_200_000);
  }

  /**
   * Two spot machines are refused at once. That says nothing about on-demand ones, but the pause
   * that follows refusals held them back as well.
   */
  @Test
  void refusedSpotLaunchesDoNotHoldBackOnDemandOnes() {
    Scene scene = new Scene(new Hads(HadsSettings.PAPER), SPOT, ON_DEMAND);
    // D_spot = 900 - (300 + 180) = 420 lets a spot machine take one task of 330 s, not two.
    assertThat(texts(scene.at(0, new Event.JobSubmitted(1, bag(900, 2, 300)))))
        .contains("launch m1 a/spot", "launch m2 a/spot");

    Decision decision =
        scene.at(
            1,
            new MachineChange.LaunchRefused(1, "none"),
            new MachineChange.LaunchRefused(2, "none"));
    // One is enough for both: 1 + 180 + 300 + 300 s.
    assertThat(texts(decision)).containsExactly("launch m3 a/on-demand");
  }

  /**
   * Without its mend Algorithm 6 leaves a task behind at its trigger. The trigger was computed
   * again, was due again, and HADS woke up every millisecond until the deadline.
   */
  @Test
  void aTaskLeftBehindDoesNotKeepItAwake() {
    Hads hads =
        new Hads(HadsSettings.PAPER, EnumSet.complementOf(EnumSet.of(Mend.INCLUSIVE_TRIGGER)));
    Scene scene = new Scene(hads, SPOT, ON_DEMAND);
    scene.at(0, new Event.JobSubmitted(1, bag(2100, 1, 300)));
    scene.at(0, scene.ready(1));
    scene.at(0, new Event.AttemptStarted(attempt("1/0#1")));
    scene.at(100, new MachineChange.Hibernated(1));

    assertThat(texts(scene.at(1620, new Event.TimerFired(1_620_000))))
        .as("nothing until the deadline has passed")
        .containsExactly("wake 2100001");
  }
}
