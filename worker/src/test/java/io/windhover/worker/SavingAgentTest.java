package io.windhover.worker;

import static io.windhover.worker.Orders.checkpointing;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToManager.Checkpointed;
import io.windhover.wire.ToWorker;
import io.windhover.wire.ToWorker.Checkpoint;
import io.windhover.wire.ToWorker.CheckpointKnown;
import io.windhover.wire.ToWorker.Execute;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checkpoints in the worker's side of the protocol; tasks say that they save every minute. */
final class SavingAgentTest extends AgentStage {
  private static final long MINUTE = 60_000;

  @BeforeEach
  void begin() {
    agent.start(now);
    hears(new ToWorker.Welcome());
    hears(new Execute(checkpointing(order(1, "x"))));
    agent.started(ref(1), now);
    wishes();
    news();
  }

  private List<ToManager> checkpoints() {
    return news().stream().filter(Checkpointed.class::isInstance).toList();
  }

  @Test
  void oneIsWrittenEveryMinute() {
    pass(MINUTE - 1);
    assertThat(wishes()).isEmpty();
    pass(1);
    assertThat(wishes()).containsExactly("checkpoint 1/1#1");
    pass(MINUTE); // It is still being written: no second one is begun.
    assertThat(wishes()).isEmpty();
    agent.saved(ref(1), MINUTE, 10, 5, now);
    assertThat(checkpoints()).containsExactly(new Checkpointed(ref(1), 0, MINUTE, 10, 5));
    pass(MINUTE);
    assertThat(wishes()).containsExactly("checkpoint 1/1#1");
  }

  @Test
  void itIsSaidAgainUntilItIsKnown() {
    pass(MINUTE);
    agent.saved(ref(1), MINUTE, 10, 5, now);
    var said = new Checkpointed(ref(1), 0, MINUTE, 10, 5);
    assertThat(checkpoints()).containsExactly(said);
    pass(SETTINGS.reportMillisMin());
    assertThat(checkpoints()).containsExactly(said);
    pass(2 * SETTINGS.reportMillisMin());
    assertThat(checkpoints()).containsExactly(said);
    hears(new CheckpointKnown(ref(1)));
    pass(MINUTE / 2);
    assertThat(checkpoints()).isEmpty();
  }

  @Test
  void whatTheManagerWishesIsDoneOnceAndAnsweredByItsNumber() {
    hears(new Checkpoint(ref(1), 1));
    hears(new Checkpoint(ref(1), 1));
    assertThat(wishes()).containsExactly("checkpoint 1/1#1");
    agent.saved(ref(1), 500, 10, 5, now);
    hears(new Checkpoint(ref(1), 1));
    assertThat(wishes()).isEmpty();
    assertThat(checkpoints()).containsExactly(new Checkpointed(ref(1), 1, 500, 10, 5));
    hears(new Checkpoint(ref(1), 2));
    assertThat(wishes()).containsExactly("checkpoint 1/1#1");
  }

  /** Else a policy would wish for the next one at once, and so on. */
  @Test
  void aWishThatCannotBeFulfilledNowIsAnsweredByTheNextThatIsWhole() {
    hears(new Checkpoint(ref(1), 1));
    agent.saved(ref(1), 0, 0, 0, now);
    assertThat(checkpoints()).isEmpty();
    wishes();
    pass(MINUTE / 4);
    assertThat(wishes()).containsExactly("checkpoint 1/1#1");
    agent.saved(ref(1), MINUTE / 4, 10, 5, now);
    assertThat(checkpoints()).containsExactly(new Checkpointed(ref(1), 1, MINUTE / 4, 10, 5));
  }

  @Test
  void aNoticeSavesAllThatCanBeSavedInTime() {
    agent.noticed(120_000);
    assertThat(wishes()).containsExactly("checkpoint 1/1#1");
    agent.saved(ref(1), 1_000, 90_000, 5, now);
    agent.noticed(60_000);
    assertThat(wishes()).as("it took 90 s the last time").isEmpty();
  }

  @Test
  void whatHasEndedIsSavedNoMore() {
    ends(1, new Ending.Exited(0));
    agent.saved(ref(1), 1_000, 10, 5, now);
    hears(new Checkpoint(ref(1), 1));
    assertThat(wishes()).isEmpty();
    assertThat(checkpoints()).isEmpty();
  }
}
