package io.windhover.worker;

import static io.windhover.worker.Orders.checkpointing;
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

/** The agent of a machine that somebody pays for. */
final class RentedAgentTest {
  private static final WorkerProfile RENTED = Orders.worker(2).leased("lease-1", "join secret");
  private static final AgentSettings SETTINGS = AgentSettings.POOL;

  private final AgentStage stage = new AgentStage() {};
  private final List<ToManager> said = new ArrayList<>();
  private final Agent agent = new Agent(RENTED, SETTINGS, stage.runner(), said::add);
  private long now = 1_000;

  @BeforeEach
  void isWelcome() {
    agent.start(now);
    agent.received(new ToWorker.Welcome("session key"), now);
    agent.received(new ToWorker.Execute(order(7, "x")), now);
    agent.started(ref(7), now);
  }

  private void pass(long millis) {
    long until = now + millis;
    while (agent.nextWakeMillis() <= until) {
      now = Math.max(now, agent.nextWakeMillis());
      agent.tick(now);
    }
    now = until;
  }

  @Test
  void showsItsKeyAtOnceAndProvesItselfByItFromThenOn() {
    agent.received(new ToWorker.Welcome("session key"), now);
    agent.received(new ToWorker.JoinAgain(), now);
    List<String> proofs = new ArrayList<>();
    for (ToManager message : said) {
      if (message instanceof ToManager.Join join) {
        proofs.add(join.profile().proof());
      }
    }
    assertThat(proofs).containsExactly("join secret", "session key", "session key");
  }

  @Test
  void leavesForGoodWhenItsManagerHasBeenSilentForLong() {
    pass(SETTINGS.patienceMillis() - 60_000);
    assertThat(stage.wishes()).containsExactly("start 1/7#1");
    pass(180_000);
    assertThat(stage.wishes()).containsExactly("stop 1/7#1 in " + SETTINGS.graceMillis());
    agent.ended(ref(7), new Ending.Stopped(), 10, "", now);
    pass(60_000);
    assertThat(agent.left()).isTrue();
  }

  @Test
  void savesWhatItRunsBeforeItLeavesForGood() {
    agent.received(new ToWorker.Execute(checkpointing(order(8, "y"))), now);
    agent.started(ref(8), now);
    long lastSaved = 0;
    while (!stage.asked.contains("stop 1/8#1 in " + SETTINGS.graceMillis())) {
      pass(1_000);
      if (stage.asked.contains("checkpoint 1/8#1")) {
        assertThat(stage.asked).as("first it is saved").noneMatch(wish -> wish.startsWith("stop"));
        stage.wishes();
        lastSaved = now;
        agent.saved(ref(8), now, 10, 5, now);
      }
    }
    assertThat(now - lastSaved).isLessThanOrEqualTo(1_000);
  }

  @Test
  void staysAsLongAsItsManagerIsHeard() {
    for (int i = 0; i < 10; i++) {
      pass(SETTINGS.patienceMillis() / 2);
      agent.received(new ToWorker.Welcome(), now);
    }
    assertThat(stage.wishes()).containsExactly("start 1/7#1");
  }

  @Test
  void timeInWhichItWasFrozenDoesNotCount() {
    pass(60_000);
    now += 10 * SETTINGS.patienceMillis();
    agent.tick(now);
    pass(SETTINGS.patienceMillis() / 2);
    assertThat(stage.wishes()).as("it goes on").containsExactly("start 1/7#1");
  }

  @Test
  void aMachineThatNobodyRentedWaitsForEver() {
    Agent own = new Agent(Orders.worker(2), SETTINGS, stage.runner(), said::add);
    own.start(now);
    for (int i = 0; i < 1_000 && now < 10 * SETTINGS.patienceMillis(); i++) {
      now = own.nextWakeMillis();
      own.tick(now);
    }
    assertThat(own.left()).isFalse();
  }
}
