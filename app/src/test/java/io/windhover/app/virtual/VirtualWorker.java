package io.windhover.app.virtual;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskId;
import io.windhover.simulator.Fate;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.Agent;
import io.windhover.worker.AgentSettings;
import io.windhover.worker.Runner;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The real agent of a worker, whose commands take virtual time and end as their fate says. */
final class VirtualWorker implements Runner {
  private final Timeline timeline;
  private final MachineSpec spec;
  private final Fates fates;
  private final Deeds deeds;
  private final Agent agent;
  private final Map<AttemptRef, Long> running = new LinkedHashMap<>();
  private boolean dead;
  private long plannedWakeMillis = Long.MAX_VALUE;

  /** What becomes of an order's command. */
  @FunctionalInterface
  interface Fates {
    Fate.Outcome of(Order order, MachineSpec machine);
  }

  VirtualWorker(
      Timeline timeline,
      MachineSpec spec,
      String session,
      Fates fates,
      Deeds deeds,
      Consumer<ToManager> wire) {
    this.timeline = timeline;
    this.spec = spec;
    this.fates = fates;
    this.deeds = deeds;
    WorkerProfile profile =
        new WorkerProfile(spec.name(), session, spec.labels(), spec.cores(), spec.memoryBytes());
    this.agent = new Agent(profile, AgentSettings.DEFAULT, this, wire);
  }

  void join() {
    agent.start(timeline.nowMillis());
    planWake();
  }

  /** The machine is gone, with all that ran on it. */
  void die() {
    dead = true;
    running.clear();
  }

  boolean dead() {
    return dead;
  }

  boolean idle() {
    return running.isEmpty();
  }

  void received(ToWorker message) {
    if (!dead) {
      agent.received(message, timeline.nowMillis());
      planWake();
    }
  }

  private void tell(Runnable news) {
    timeline.soon(
        () -> {
          if (!dead) {
            news.run();
            planWake();
          }
        });
  }

  private void planWake() {
    long wakeMillis = agent.nextWakeMillis();
    if (wakeMillis < plannedWakeMillis) {
      plannedWakeMillis = wakeMillis;
      timeline.at(
          wakeMillis,
          () -> {
            plannedWakeMillis = Long.MAX_VALUE;
            if (!dead) {
              agent.tick(timeline.nowMillis());
              planWake();
            }
          });
    }
  }

  @Override
  public void start(Order order) {
    AttemptRef ref = order.ref();
    long begunMillis = timeline.nowMillis();
    running.put(ref, begunMillis);
    deeds.started(ref, begunMillis);
    tell(() -> agent.started(ref, timeline.nowMillis()));
    Fate.Outcome outcome = fates.of(order, spec);
    timeline.at(
        begunMillis + outcome.runMillis(),
        () -> {
          if (!dead && running.remove(ref) != null) {
            deeds.ended(ref, outcome.exitCode());
            ended(ref, new Ending.Exited(outcome.exitCode()), outcome.runMillis());
          }
        });
  }

  private void ended(AttemptRef ref, Ending ending, long ranMillis) {
    agent.ended(ref, ending, ranMillis, "", timeline.nowMillis());
    planWake();
  }

  @Override
  public void clean(Order order) {
    tell(() -> agent.cleaned(order.ref(), timeline.nowMillis()));
  }

  @Override
  public void stop(AttemptRef ref, long graceMillis) {
    Long begunMillis = running.remove(ref);
    if (begunMillis != null) {
      long ranMillis = timeline.nowMillis() - begunMillis;
      tell(() -> agent.ended(ref, new Ending.Stopped(), ranMillis, "", timeline.nowMillis()));
    }
  }

  static AttemptId id(AttemptRef ref) {
    return new AttemptId(new TaskId(ref.job(), ref.task()), ref.attempt());
  }
}
