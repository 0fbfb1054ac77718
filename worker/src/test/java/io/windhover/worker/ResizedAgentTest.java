package io.windhover.worker;

import static io.windhover.worker.Orders.cores;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent of a machine that shrinks and grows. */
final class ResizedAgentTest {
  private static final AgentSettings SETTINGS = AgentSettings.POOL;
  private static final WorkerProfile WORKER = Orders.worker(4);

  private final AgentStage stage = new AgentStage() {};
  private final List<ToManager> said = new ArrayList<>();
  private final Agent agent = new Agent(WORKER, SETTINGS, stage.runner(), said::add);
  private long now = 1_000;

  /** Task 1 takes two cores, tasks 2 and 3 one each. */
  @BeforeEach
  void isFull() {
    agent.start(now);
    agent.received(new ToWorker.Welcome(), now);
    for (int task = 1; task <= 3; task++) {
      now += 10;
      agent.received(new ToWorker.Execute(cores(task == 1 ? 2 : 1, order(task, "x"))), now);
      agent.started(ref(task), now);
    }
    assertThat(stage.wishes()).hasSize(3);
    said.clear();
  }

  private void resize(int cores) {
    agent.resized(cores, WORKER.memoryBytes(), now);
  }

  @Test
  void whatNoLongerFitsEndsTheNewestFirst() {
    resize(3);
    assertThat(stage.wishes()).containsExactly("stop 1/3#1 in " + SETTINGS.graceMillis());
    resize(2);
    assertThat(stage.wishes()).containsExactly("stop 1/2#1 in " + SETTINGS.graceMillis());
    agent.ended(ref(3), new Ending.Stopped(), 40, "", now);
    assertThat(said)
        .contains(
            new ToManager.Resized(3, WORKER.memoryBytes()),
            new ToManager.Resized(2, WORKER.memoryBytes()),
            new ToManager.Report(ref(3), new Ending.NoRoom("the machine shrank"), 40, ""));
  }

  /** By the other kill order the first goes, though that frees more than is needed. */
  @Test
  void orTheOldestFirst() {
    var oldest = new Agent(WORKER, SETTINGS.killing(true), stage.runner(), said::add);
    oldest.start(now);
    oldest.received(new ToWorker.Welcome(), now);
    for (int task = 1; task <= 3; task++) {
      now += 10;
      oldest.received(new ToWorker.Execute(cores(task == 1 ? 2 : 1, order(task, "x"))), now);
      oldest.started(ref(task), now);
    }
    stage.wishes();
    oldest.resized(3, WORKER.memoryBytes(), now);
    assertThat(stage.wishes()).containsExactly("stop 1/1#1 in " + SETTINGS.graceMillis());
    oldest.resized(1, WORKER.memoryBytes(), now);
    assertThat(stage.wishes()).containsExactly("stop 1/2#1 in " + SETTINGS.graceMillis());
  }

  @Test
  void whatIsLargerThanTheMachineIsRefused() {
    resize(3);
    agent.received(new ToWorker.Execute(cores(4, order(4, "x"))), now);
    assertThat(said).anyMatch(ToManager.Refused.class::isInstance);
  }

  @Test
  void roomThatIsWonIsUsed() {
    agent.received(new ToWorker.Execute(order(4, "x")), now);
    assertThat(stage.wishes()).isEmpty();
    resize(5);
    assertThat(stage.wishes()).containsExactly("start 1/4#1");
  }

  /** What was said first may be lost; a join is said until it is answered. */
  @Test
  void theSizeIsSaidAgainInPlaceOfTheNextHeartbeat() {
    resize(6);
    assertThat(nextSaid()).isInstanceOf(ToManager.Join.class);
    assertThat(((ToManager.Join) said.get(0)).profile().cores()).isEqualTo(6);
    agent.received(new ToWorker.Welcome(), now);
    assertThat(nextSaid()).isInstanceOf(ToManager.Heartbeat.class);
  }

  private ToManager nextSaid() {
    said.clear();
    for (int ticks = 0; said.isEmpty() && ticks < 100; ticks++) {
      now = agent.nextWakeMillis();
      agent.tick(now);
    }
    return said.get(0);
  }
}
