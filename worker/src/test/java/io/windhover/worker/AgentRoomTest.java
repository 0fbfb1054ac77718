package io.windhover.worker;

import static io.windhover.worker.Orders.cleanedBy;
import static io.windhover.worker.Orders.cores;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.Ending.Exited;
import io.windhover.wire.Ending.Stopped;
import io.windhover.wire.ToManager.Cleaned;
import io.windhover.wire.ToManager.Refused;
import io.windhover.wire.ToManager.Report;
import io.windhover.wire.ToManager.Taken;
import io.windhover.wire.ToWorker.Acknowledge;
import io.windhover.wire.ToWorker.Execute;
import io.windhover.wire.ToWorker.RoomIsFree;
import org.junit.jupiter.api.Test;

/** When cores and memory are taken, free, waited for and given back. */
final class AgentRoomTest extends AgentStage {
  @Test
  void cleanupRunsAfterTheAcknowledgementAndOnlyThenTheRoomIsFree() {
    hears(new Execute(cleanedBy("rm x", cores(2, order(1, "x")))));
    agent.started(ref(1), now);
    ends(1, new Exited(0));
    assertThat(wishes()).containsExactly("start 1/1#1");
    hears(new Acknowledge(ref(1)));
    assertThat(wishes()).containsExactly("clean 1/1#1");
    news();
    hears(new Execute(order(2, "y")));
    hears(new Acknowledge(ref(1)));
    assertThat(news()).containsExactly(new Taken(ref(2)));
    assertThat(wishes()).isEmpty();
    agent.cleaned(ref(1), now);
    assertThat(wishes()).containsExactly("start 1/2#1");
  }

  /**
   * Whoever gives out work hears that a cleanup follows, and when it has ended until it says so.
   */
  @Test
  void theEndOfACleanupIsSaidUntilItIsKnown() {
    hears(new Execute(cleanedBy("rm x", cores(2, order(1, "x")))));
    agent.started(ref(1), now);
    news();
    ends(1, new Exited(0));
    assertThat(news()).containsExactly(new Report(ref(1), new Exited(0), 10, "tail", true));
    hears(new Acknowledge(ref(1)));
    agent.cleaned(ref(1), now);
    assertThat(agent.coresFree()).isEqualTo(2);
    assertThat(news()).containsExactly(new Cleaned(ref(1)));

    hears(new Acknowledge(ref(1)));
    pass(SETTINGS.reportMillisMin());
    assertThat(said).contains(new Cleaned(ref(1)));
    hears(new RoomIsFree(ref(1)));
    said.clear();
    pass(10 * SETTINGS.reportMillisMax());
    assertThat(said).doesNotContain(new Cleaned(ref(1)));
    assertThat(agent.idle()).isTrue();
  }

  @Test
  void withoutACleanupTheRoomIsFreeWhenTheCommandHasEnded() {
    hears(new Execute(cores(2, order(1, "x"))));
    hears(new Execute(cores(2, order(2, "x"))));
    agent.started(ref(1), now);
    assertThat(asked).containsExactly("start " + ref(1));

    ends(1, new Exited(0));

    assertThat(asked).containsExactly("start " + ref(1), "start " + ref(2));
    hears(new Acknowledge(ref(1)));
    assertThat(agent.coresFree()).isZero();
    agent.started(ref(2), now);
    ends(2, new Exited(0));
    assertThat(agent.coresFree()).isEqualTo(2);
    hears(new Acknowledge(ref(2)));
    assertThat(agent.coresFree()).isEqualTo(2);
  }

  @Test
  void whatWaitsForLongBehindOthersIsGivenBack() {
    hears(new Execute(cores(2, order(1, "x"))));
    agent.started(ref(1), now);
    hears(new Execute(order(2, "x")));
    said.clear();

    pass(2_000);

    assertThat(said).contains(new Report(ref(2), new Stopped(), 0, ""));
    ends(1, new Exited(0));
    assertThat(asked).containsExactly("start " + ref(1));
  }

  @Test
  void whatWaitsForACleanupIsKept() {
    hears(new Execute(cleanedBy("y", cores(2, order(1, "x")))));
    agent.started(ref(1), now);
    ends(1, new Exited(0));
    hears(new Acknowledge(ref(1)));
    hears(new Execute(order(2, "x")));
    said.clear();

    pass(60_000);

    assertThat(said).doesNotHaveAnyElementsOfTypes(Report.class);
    agent.cleaned(ref(1), now);
    assertThat(asked).last().isEqualTo("start " + ref(2));
  }

  @Test
  void aManagerThatNeverAnswersThatItHeardOfACleanupIsToldForAWhileOnly() {
    hears(new Execute(cleanedBy("y", order(1, "x"))));
    agent.started(ref(1), now);
    ends(1, new Exited(0));
    hears(new Acknowledge(ref(1)));
    agent.cleaned(ref(1), now);
    said.clear();

    pass(60_000);

    assertThat(said).contains(new Cleaned(ref(1)));
    assertThat(agent.idle()).isFalse();
    for (int minute = 0; minute < 20; minute++) {
      pass(60_000);
    }
    assertThat(agent.idle()).isTrue();
  }

  @Test
  void aCleanupThatHangsIsEnded() {
    hears(new Execute(cleanedBy("sleep 9999", order(1, "x"))));
    agent.started(ref(1), now);
    ends(1, new Exited(0));
    hears(new Acknowledge(ref(1)));
    wishes();
    pass(SETTINGS.cleanupMillisMax());
    assertThat(wishes()).containsExactly("stop 1/1#1 in 5000");
    agent.cleaned(ref(1), now);
  }

  @Test
  void anOrderTooLargeForTheWholeWorkerIsRefusedForGood() {
    hears(new Execute(cores(3, order(1, "x"))));
    hears(new Execute(cores(3, order(1, "x"))));
    assertThat(news())
        .hasSize(2)
        .containsOnly(
            new Refused(
                ref(1), "needs 3 cores and 0 bytes of memory, the worker has 2 and 1000000000"));
  }
}
