package io.windhover.worker;

import static io.windhover.worker.Orders.cores;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToManager.Join;
import io.windhover.wire.ToManager.Report;
import io.windhover.wire.ToWorker;
import io.windhover.wire.ToWorker.Execute;
import java.util.ArrayList;
import java.util.List;

/** An agent under the eyes of a test, with a clock of its own and a runner that notes wishes. */
abstract class AgentStage {
  static final AgentSettings SETTINGS = AgentSettings.DEFAULT;

  final List<ToManager> said = new ArrayList<>();
  final List<String> asked = new ArrayList<>();
  final Agent agent = agent(2, SETTINGS);
  long now = 1_000;

  final Agent agent(int cores, AgentSettings settings) {
    return new Agent(Orders.worker(cores), settings, runner(), said::add);
  }

  final Runner runner() {
    return new Runner() {
      @Override
      public void start(Order order) {
        asked.add("start " + order.ref());
      }

      @Override
      public void clean(Order order) {
        asked.add("clean " + order.ref());
      }

      @Override
      public void stop(AttemptRef ref, long graceMillis) {
        asked.add("stop " + ref + " in " + graceMillis);
      }

      @Override
      public void checkpoint(AttemptRef ref) {
        asked.add("checkpoint " + ref);
      }
    };
  }

  void hears(ToWorker message) {
    agent.received(message, now);
  }

  void runs(int task) {
    hears(new Execute(order(task, "x")));
    agent.started(ref(task), now);
  }

  void ends(int task, Ending ending) {
    agent.ended(ref(task), ending, 10, "tail", now);
  }

  void pass(long millis) {
    long until = now + millis;
    while (agent.nextWakeMillis() <= until) {
      assertThat(agent.nextWakeMillis()).as("time goes on").isGreaterThan(now - 1);
      now = Math.max(now, agent.nextWakeMillis());
      agent.tick(now);
    }
    now = until;
  }

  List<ToManager> news() {
    List<ToManager> news = List.copyOf(said);
    said.clear();
    return news;
  }

  List<String> wishes() {
    List<String> wishes = List.copyOf(asked);
    asked.clear();
    return wishes;
  }

  static Report report(int task, Ending ending) {
    return new Report(ref(task), ending, 10, "tail");
  }

  static Join join(AttemptRef... held) {
    return new Join(Orders.worker(2), List.of(held));
  }
}
