package io.windhover.worker;

import static io.windhover.worker.Orders.cleanedBy;
import static io.windhover.worker.Orders.cores;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static io.windhover.worker.Orders.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending.Exited;
import io.windhover.wire.Ending.Stopped;
import io.windhover.wire.Ending.TimedOut;
import io.windhover.wire.Held;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager.Heartbeat;
import io.windhover.wire.ToManager.Leave;
import io.windhover.wire.ToManager.Refused;
import io.windhover.wire.ToManager.Report;
import io.windhover.wire.ToManager.Started;
import io.windhover.wire.ToManager.Taken;
import io.windhover.wire.ToWorker.Acknowledge;
import io.windhover.wire.ToWorker.Cancel;
import io.windhover.wire.ToWorker.Execute;
import io.windhover.wire.ToWorker.JoinAgain;
import io.windhover.wire.ToWorker.Welcome;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AgentTest extends AgentStage {
  @Test
  void joinsEverMoreSlowlyUntilWelcomeThenSaysItIsThere() {
    agent.start(now);
    pass(10 * 60_000);
    assertThat(news()).hasSizeBetween(20, 30).containsOnly(join());
    hears(new Welcome());
    hears(new Welcome());
    pass(60_000);
    assertThat(news()).hasSize(12).containsOnly(new Heartbeat(Held.of(List.of())));
  }

  @Test
  void saysWithEachHeartbeatWhatIsNotOver() {
    agent.start(now);
    hears(new Welcome());
    runs(7);
    runs(8);
    pass(SETTINGS.heartbeatMillis() - 1);
    hears(new Execute(order(9, "x")));
    news();
    pass(1);
    assertThat(news()).containsExactly(new Heartbeat(Held.of(List.of(ref(9), ref(8), ref(7)))));
    ends(7, new Exited(0));
    news();
    pass(SETTINGS.heartbeatMillis());
    assertThat(news()).contains(new Heartbeat(Held.of(List.of(ref(8), ref(9)))));
  }

  @Test
  void anOrderIsTakenStartedReportedAndForgotten() {
    hears(new Execute(order(7, "x")));
    assertThat(news()).containsExactly(new Taken(ref(7)));
    agent.started(ref(7), now);
    ends(7, new Exited(0));
    assertThat(news()).containsExactly(new Started(ref(7)), report(7, new Exited(0)));
    hears(new Acknowledge(ref(7)));
    pass(60_000);
    assertThat(news()).isEmpty();
    assertThat(wishes()).containsExactly("start 1/7#1");
  }

  @Test
  void aDoubledOrderIsAnsweredAndStartsNothing() {
    runs(7);
    news();
    hears(new Execute(order(7, "x")));
    assertThat(news()).containsExactly(new Taken(ref(7)));
    ends(7, new Exited(3));
    news();
    hears(new Execute(order(7, "x")));
    assertThat(news()).containsExactly(report(7, new Exited(3)));
    hears(new Acknowledge(ref(7)));
    hears(new Execute(order(7, "x")));
    assertThat(news()).containsExactly(new Report(ref(7), new Exited(3), 10, ""));
    assertThat(wishes()).containsExactly("start 1/7#1");
  }

  @Test
  void whatWasDoneForAStateThatWasReplacedIsNotSaidOfTheNewOne() {
    AttemptRef old = new AttemptRef(1, 7, 1, "a1");
    AttemptRef anew = new AttemptRef(1, 7, 1, "b2");
    hears(new Execute(of(old)));
    agent.started(old, now);
    hears(new Execute(of(anew)));
    assertThat(news())
        .as("one of the same numbers is still running here")
        .contains(new Refused(anew, "1/7#1 of another manager's state has not ended here"));
    hears(new Cancel(old));
    agent.ended(old, new Exited(0), 10, "tail", now);
    hears(new Acknowledge(anew));
    assertThat(agent.idle()).as("that was about another").isFalse();
    hears(new Acknowledge(old));
    assertThat(agent.idle()).isTrue();
    wishes();
    news();

    AttemptRef next = new AttemptRef(1, 8, 1, "a1");
    hears(new Execute(of(next)));
    agent.started(next, now);
    agent.ended(next, new Exited(0), 10, "tail", now);
    hears(new Acknowledge(next));
    news();
    AttemptRef again = new AttemptRef(1, 8, 1, "b2");
    hears(new Execute(of(again)));
    assertThat(news()).as("no answer from memory").containsExactly(new Taken(again));
    assertThat(wishes()).containsExactly("start 1/8#1", "start 1/8#1");
  }

  private static Order of(AttemptRef ref) {
    Order order = order(ref.task(), "x");
    return new Order(
        ref,
        order.jobName(),
        order.group(),
        order.index(),
        order.folder(),
        order.command(),
        order.cleanup(),
        order.env(),
        order.cores(),
        order.memoryBytes(),
        order.timeoutMillis(),
        order.deadlineAtMillis());
  }

  @Test
  void aReportIsRepeatedEverMoreSlowlyUntilAcknowledged() {
    runs(7);
    ends(7, new Exited(0));
    news();
    pass(10 * 60_000);
    assertThat(news()).hasSizeBetween(20, 26).containsOnly(report(7, new Exited(0)));
    hears(new Acknowledge(ref(7)));
    hears(new Acknowledge(ref(7)));
    pass(60_000);
    assertThat(news()).isEmpty();
  }

  @Test
  void aTimeOutIsEnforcedHere() {
    hears(new Execute(timeout(3_000, order(1, "x"))));
    pass(60_000);
    agent.started(ref(1), now);
    pass(2_999);
    assertThat(wishes()).containsExactly("start 1/1#1");
    pass(1);
    assertThat(wishes()).containsExactly("stop 1/1#1 in 5000");
    news();
    ends(1, new Stopped());
    assertThat(news()).containsExactly(report(1, new TimedOut()));
  }

  @Test
  void aCancelStopsWhatRunsAndWhatWaits() {
    hears(new Execute(cores(2, order(1, "x"))));
    agent.started(ref(1), now);
    hears(new Execute(order(2, "x")));
    news();
    hears(new Cancel(ref(2)));
    assertThat(news()).containsExactly(new Report(ref(2), new Stopped(), 0, ""));
    hears(new Cancel(ref(1)));
    assertThat(wishes()).containsExactly("start 1/1#1", "stop 1/1#1 in 5000");
    ends(1, new Stopped());
    assertThat(news()).containsExactly(report(1, new Stopped()));
    hears(new Acknowledge(ref(1)));
    hears(new Acknowledge(ref(2)));
    assertThat(wishes()).isEmpty();
  }

  @Test
  void aCommandThatEndedBeforeItsCancelArrivedIsReportedAsItEnded() {
    runs(1);
    hears(new Cancel(ref(1)));
    ends(1, new Exited(0));
    assertThat(news()).last().isEqualTo(report(1, new Exited(0)));
  }

  @Test
  void aCancelThatOvertakesItsOrderPreventsIt() {
    hears(new Cancel(ref(1)));
    hears(new Execute(order(1, "x")));
    Report never = new Report(ref(1), new Stopped(), 0, "");
    assertThat(news()).containsExactly(never, never);
    pass(60_000);
    assertThat(news()).isEmpty();
    assertThat(wishes()).isEmpty();
  }

  @Test
  void aManagerThatForgotUsHearsWhatWeHold() {
    agent.start(now);
    hears(new Welcome());
    runs(1);
    runs(2);
    ends(2, new Exited(0));
    pass(10_000);
    news();
    hears(new JoinAgain());
    hears(new JoinAgain());
    assertThat(news()).containsExactly(join(ref(1), ref(2)));
    hears(new Welcome());
    pass(SETTINGS.reportMillisMin());
    assertThat(news()).containsExactly(report(2, new Exited(0)));
  }

  @Test
  void aShutdownStopsReportsAndLeaves() {
    runs(1);
    hears(new Execute(cores(2, order(2, "x"))));
    wishes();
    news();
    agent.shutdown(700, now);
    assertThat(wishes()).containsExactly("stop 1/1#1 in 700");
    hears(new Execute(order(3, "x")));
    ends(1, new Exited(0));
    assertThat(news())
        .containsExactly(
            new Report(ref(2), new Stopped(), 0, ""),
            new Refused(ref(3), "the worker is shutting down"),
            report(1, new Stopped()));
    hears(new Acknowledge(ref(1)));
    assertThat(agent.left()).isFalse();
    hears(new Acknowledge(ref(2)));
    assertThat(agent.left()).isTrue();
    assertThat(news()).containsExactly(new Leave());
    pass(600_000);
    assertThat(news()).isEmpty();
  }

  @Test
  void aShutdownThatNobodyHearsIsNotWaitedForLong() {
    hears(new Execute(cleanedBy("rm x", order(1, "x"))));
    agent.started(ref(1), now);
    runs(2);
    ends(1, new Exited(0));
    hears(new Acknowledge(ref(1)));
    agent.shutdown(0, now);
    pass(60_000);
    assertThat(agent.left()).isFalse();
    ends(2, new Stopped());
    wishes();
    pass(SETTINGS.farewellMillis());
    assertThat(wishes()).containsExactly("stop 1/1#1 in 0");
    assertThat(agent.left()).isFalse();
    agent.cleaned(ref(1), now);
    assertThat(agent.left()).isTrue();
  }

  @Test
  void aCommandEndedBySignalJustBeforeAShutdownWasStoppedByIt() {
    runs(1);
    runs(2);
    news();
    ends(1, new Exited(130));
    ends(2, new Exited(1));
    assertThat(news()).containsExactly(report(2, new Exited(1)));
    pass(SETTINGS.holdMillis() - 1);
    news();
    agent.shutdown(0, now);
    assertThat(news()).containsExactly(report(1, new Stopped()));
  }

  @Test
  void aCommandEndedBySignalWithoutShutdownIsReportedAsItEnded() {
    runs(1);
    news();
    ends(1, new Exited(143));
    pass(SETTINGS.holdMillis());
    assertThat(news()).containsExactly(report(1, new Exited(143)));
  }

  @Test
  void memoryOfTheWorkerIsBounded() {
    AgentSettings small = new AgentSettings(1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2);
    Agent bounded = agent(1, small);
    for (int task = 0; task < 4; task++) {
      bounded.received(new Execute(order(task, "x")), now);
    }
    assertThat(news()).last().isEqualTo(new Refused(ref(3), "the worker holds 3 attempts"));
    for (int task = 10; task < 20; task++) {
      bounded.received(new Cancel(ref(task)), now);
    }
    news();
    wishes();
    bounded.received(new Cancel(ref(0)), now);
    bounded.ended(ref(0), new Stopped(), 0, "", now);
    bounded.received(new Acknowledge(ref(0)), now);
    assertThat(wishes()).containsExactly("stop 1/0#1 in 1", "start 1/1#1");
  }

  @Test
  void aRunnerThatContradictsItselfIsABug() {
    assertThatThrownBy(() -> ends(9, new Exited(0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1/9#1");
  }
}
