package io.windhover.virtual;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskId;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Timeline;
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
  private final Map<AttemptRef, Command> running = new LinkedHashMap<>();
  private boolean frozen;

  /** A command that runs; what is put down for its end counts only while nothing has moved it. */
  private static final class Command {
    final Fate.Outcome outcome;

    /** Later by as long as it was frozen since. */
    long begunMillis;

    long endsAtMillis;
    int moves;

    Command(Fate.Outcome outcome, long begunMillis) {
      this.outcome = outcome;
      this.begunMillis = begunMillis;
      this.endsAtMillis = begunMillis + outcome.runMillis();
    }
  }

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
    deeds.started(ref);
    Command command = new Command(fates.of(order, spec), timeline.nowMillis());
    running.put(ref, command);
    worker.started(ref);
    plan(ref, command);
  }

  private void plan(AttemptRef ref, Command command) {
    int moves = command.moves;
    timeline.at(
        command.endsAtMillis,
        () -> {
          if (!worker.dead() && command.moves == moves && running.remove(ref, command)) {
            deeds.ended(ref, command.outcome.exitCode());
            worker.exited(ref, command.outcome.exitCode(), command.outcome.runMillis());
          }
        });
  }

  /** Everything stands still until it thaws. */
  void freeze() {
    frozen = true;
    for (Command command : running.values()) {
      command.moves++;
      command.endsAtMillis -= timeline.nowMillis();
      command.begunMillis -= timeline.nowMillis();
    }
  }

  void thaw() {
    if (frozen) {
      frozen = false;
      running.forEach(
          (ref, command) -> {
            command.endsAtMillis += timeline.nowMillis();
            command.begunMillis += timeline.nowMillis();
            plan(ref, command);
          });
    }
  }

  @Override
  public void clean(Order order) {
    worker.cleaned(order.ref());
  }

  @Override
  public void stop(AttemptRef ref, long graceMillis) {
    Command command = running.remove(ref);
    if (command != null) {
      worker.stopped(ref, timeline.nowMillis() - command.begunMillis);
    }
  }

  static AttemptId id(AttemptRef ref) {
    return new AttemptId(new TaskId(ref.job(), ref.task()), ref.attempt());
  }
}
