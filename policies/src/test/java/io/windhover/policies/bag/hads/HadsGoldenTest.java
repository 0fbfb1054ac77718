package io.windhover.policies.bag.hads;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
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
import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.Decision;
import io.windhover.core.testkit.Tasks;
import io.windhover.policies.bag.Hads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** HADS by hand: what the paper's formulas give for cases that fit on a slip of paper. */
class HadsGoldenTest {
  private static final Offer SPOT = offer("a", Market.SPOT, 1, 5, 10, 30);
  private static final Offer ON_DEMAND = offer("a", Market.ON_DEMAND, 1, 5, 10, 100);

  private static JobSpec bag(long withinSeconds, Tasks... groups) {
    return job(new Deadline.Within(withinSeconds * 1000), false, groups);
  }

  private static Tasks lasting(String name, long seconds) {
    return tasks(name, 1).runMillis(seconds * 1000);
  }

  /**
   * Algorithm 1: n = ceil(5 / 2) = 3 longest, 500, 400 and 300 s, on the two cores of the slowest
   * VM: 500 | 400 + 300, so 700 s; 2100 - (700 + 180) = 1220.
   */
  @Test
  void spotLimit() {
    List<Offer> offers =
        List.of(
            offer("fast", Market.SPOT, 4, 9, 20, 1),
            offer("slow", Market.ON_DEMAND, 2, 1, 5, 1),
            offer("fast", Market.ON_DEMAND, 4, 2, 20, 1));
    var tasks = Scene.tasks(100, 500, 300, 200, 400);
    // Two on-demand VMs at once, although the types' limits allow three.
    assertThat(SpotLimit.onDemandMax(offers)).isEqualTo(2);
    assertThat(SpotLimit.of(tasks, offers, 2_100_000, 180_000)).isEqualTo(1_220_000);
    assertThat(SpotLimit.of(tasks, offers, 880_000, 180_000)).isZero();
    assertThat(SpotLimit.of(tasks, offers, 600_000, 180_000)).isZero();
  }

  /**
   * Algorithm 7 for a task of 300 s, 330 s on a spot VM: D - 330 > 300 + 180 holds from 810.001 s
   * on. On demand it need only end by D.
   */
  @Test
  void checkMigration() {
    Scene scene = new Scene(new Hads(HadsSettings.PAPER), SPOT, ON_DEMAND);
    scene.at(0, new Event.JobSubmitted(1, bag(2100, lasting("t", 300))));
    Moving task = new Moving(0, scene.world().job(1), List.of("a"));
    Seat spot = new Seat(SPOT, 0);
    Seat onDemand = new Seat(ON_DEMAND, 0);

    assertThat(spot.takes(task, 810_000, HadsSettings.PAPER, false)).isFalse();
    assertThat(spot.takes(task, 810_001, HadsSettings.PAPER, false)).isTrue();
    assertThat(onDemand.takes(task, 299_999, HadsSettings.PAPER, false)).isFalse();
    assertThat(onDemand.takes(task, 300_000, HadsSettings.PAPER, false)).isTrue();
    // As printed the reserve is asked of it as well: D - 300 > 300 + 180.
    assertThat(onDemand.takes(task, 780_000, HadsSettings.PAPER, true)).isFalse();
    assertThat(onDemand.takes(task, 780_001, HadsSettings.PAPER, true)).isTrue();
  }

  /**
   * Equation 4: one task of 300 s, frozen at 100 s without a checkpoint. A new on-demand VM takes
   * 300 s, so mtt = 2100 - (300 + 180) = 1620; at that moment it moves.
   */
  @Test
  void triggerOfOneTask() {
    Scene scene = new Scene(new Hads(HadsSettings.PAPER), SPOT, ON_DEMAND);
    scene.at(0, new Event.JobSubmitted(1, bag(2100, lasting("t", 300))));
    assertThat(texts(scene.at(0, scene.ready(1)))).contains("assign 1/0#1 m1");
    scene.at(0, new Event.AttemptStarted(attempt("1/0#1")));
    scene.at(100, new MachineChange.Hibernated(1));

    assertThat(marks(scene)).containsExactly("D_spot 1620", "mtt 1620");
    Decision due = scene.at(1620, new Event.TimerFired(1_620_000));
    assertThat(texts(due)).contains("stop 1/0#1", "launch m2 a/on-demand");
  }

  /**
   * Two tasks of 300 and 200 s wait for one core. Algorithm 4 puts the second where the first went
   * (K comes first): 500 s, mtt = 2100 - (500 + 180) = 1420.
   */
  @Test
  void triggerOfTwoTasksOnOneMachine() {
    Scene scene = new Scene(new Hads(HadsSettings.PAPER), SPOT, ON_DEMAND);
    scene.at(0, new Event.JobSubmitted(1, bag(2100, lasting("t", 300), lasting("u", 200))));
    scene.at(0, scene.ready(1));
    scene.at(0, new Event.AttemptStarted(attempt("1/0#1")));
    scene.at(100, new MachineChange.Hibernated(1));

    assertThat(marks(scene)).containsExactly("D_spot 1620", "mtt 1420");
  }

  /** A checkpoint after 150 s of 300 leaves 150: mtt = 2100 - (150 + 180) = 1770. */
  @Test
  void triggerAfterACheckpoint() {
    Scene scene = new Scene(new Hads(HadsSettings.PAPER), SPOT, ON_DEMAND);
    scene.at(0, new Event.JobSubmitted(1, bag(2100, lasting("t", 300))));
    scene.at(0, scene.ready(1));
    scene.at(0, new Event.AttemptStarted(attempt("1/0#1")));
    assertThat(texts(scene.at(150, new Event.TimerFired(129_900)))).contains("checkpoint 1/0#1");
    scene.at(163, new Event.AttemptCheckpointed(attempt("1/0#1"), 150_000));
    scene.at(200, new MachineChange.Hibernated(1));

    assertThat(marks(scene)).containsExactly("D_spot 1620", "mtt 1770");
  }

  /** Cycles of 900 s count from when the VM came up, at 60 s. */
  @Test
  void cycleEnd() {
    Vm vm = new Vm(1, 1, "a/spot", true, SPOT.machine(), 60_000);

    assertThat(vm.cycleEndMillis(60_000, 900_000)).isEqualTo(960_000);
    assertThat(vm.cycleEndMillis(959_999, 900_000)).isEqualTo(960_000);
    assertThat(vm.cycleEndMillis(960_000, 900_000)).isEqualTo(960_000);
    assertThat(vm.cycleEndMillis(960_001, 900_000)).isEqualTo(1_860_000);
  }

  /** The idle VM stays to the end of its cycle and goes then. */
  @Test
  void anIdleMachineGoesAtTheEndOfItsCycle() {
    Scene scene = new Scene(new Hads(HadsSettings.PAPER), SPOT, ON_DEMAND);
    scene.at(0, new Event.JobSubmitted(1, bag(800, lasting("t", 100), lasting("u", 250))));
    assertThat(scene.world().machines()).hasSize(2);
    scene.at(10, scene.ready(1), scene.ready(2));
    Decision idle = scene.at(110, new Event.AttemptFinished(attempt("1/0#1"), 100_000));
    assertThat(texts(idle)).contains("wake 910000");

    assertThat(texts(scene.at(909, new Event.TimerFired(909_000)))).doesNotContain("release m1");
    assertThat(texts(scene.at(910, new Event.TimerFired(910_000)))).contains("release m1");
  }

  /** Weights 2 and 1: A B A, A B A. What cannot be chosen is passed over and earns nothing. */
  @Test
  void weightedRoundRobin() {
    var turns =
        new WeightedRoundRobin(
            List.of(offer("A", Market.SPOT, 1, 1, 20, 10), offer("B", Market.SPOT, 1, 1, 10, 10)));
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      order.add(turns.next(type -> true));
    }
    assertThat(order).containsExactly(0, 1, 0, 0, 1, 0);
    assertThat(turns.next(type -> type == 1)).isEqualTo(1);
    assertThat(turns.next(type -> false)).isEqualTo(WeightedRoundRobin.NONE);
    assertThat(turns.next(type -> true)).isZero();
  }

  private static List<String> marks(Scene scene) {
    Chronicle memory = (Chronicle) scene.world().memory();
    return memory.marks().stream().map(m -> m.name() + " " + m.atMillis() / 1000).toList();
  }
}
