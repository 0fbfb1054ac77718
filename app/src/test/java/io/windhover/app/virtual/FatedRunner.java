package io.windhover.app.virtual;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskId;
import io.windhover.experiments.virtual.Deeds;
import io.windhover.experiments.virtual.Timeline;
import io.windhover.experiments.virtual.VirtualWorker;
import io.windhover.simulator.Fate;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import io.windhover.worker.Runner;
import java.util.LinkedHashMap;
import java.util.Map;

/** Commands that take virtual time and end as their fate says. */
final class FatedRunner implements Runner {
  private final Timeline timeline;
  private final MachineSpec spec;
  private final Fates fates;
  private final Deeds deeds;
  private final VirtualWorker worker;
  private final Map<AttemptRef, Long> running = new LinkedHashMap<>();

  /** What becomes of an order's command. */
  @FunctionalInterface
  interface Fates {
    Fate.Outcome of(Order order, MachineSpec machine);
  }

  FatedRunner(Timeline timeline, MachineSpec spec, Fates fates, Deeds deeds, VirtualWorker worker) {
    this.timeline = timeline;
    this.spec = spec;
    this.fates = fates;
    this.deeds = deeds;
    this.worker = worker;
  }

  boolean idle() {
    return worker.dead() || running.isEmpty();
  }

  @Override
  public void start(Order order) {
    AttemptRef ref = order.ref();
    long begunMillis = timeline.nowMillis();
    running.put(ref, begunMillis);
    deeds.started(ref);
    worker.started(ref);
    Fate.Outcome outcome = fates.of(order, spec);
    timeline.in(
        outcome.runMillis(),
        () -> {
          if (!worker.dead() && running.remove(ref) != null) {
            deeds.ended(ref, outcome.exitCode());
            worker.exited(ref, outcome.exitCode(), outcome.runMillis());
          }
        });
  }

  @Override
  public void clean(Order order) {
    worker.cleaned(order.ref());
  }

  @Override
  public void stop(AttemptRef ref, long graceMillis) {
    Long begunMillis = running.remove(ref);
    if (begunMillis != null) {
      worker.stopped(ref, timeline.nowMillis() - begunMillis);
    }
  }

  static AttemptId id(AttemptRef ref) {
    return new AttemptId(new TaskId(ref.job(), ref.task()), ref.attempt());
  }
}
