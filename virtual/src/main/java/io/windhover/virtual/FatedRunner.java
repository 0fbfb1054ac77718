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

/** Commands that take virtual time and end as their fate says, from where a store has them. */
final class FatedRunner implements Runner {
  private static final long NEVER = Long.MAX_VALUE;

  private final Timeline timeline;
  private final MachineSpec spec;
  private final Fates fates;
  private final Deeds deeds;
  private final VirtualStore store;
  private final VirtualWorker worker;
  private final Map<AttemptRef, Command> running = new LinkedHashMap<>();
  private boolean frozen;

  /** A command that runs; what is put down for its end counts only while nothing has moved it. */
  private static final class Command {
    final Order order;
    final int startParts;
    final long runMillis;
    final int exitCode;

    /** Later by as long as it was frozen since. */
    long begunMillis;

    long endsAtMillis;

    /** When the checkpoint that is being written is whole; NEVER when none is. */
    long savedAtMillis = NEVER;

    long progressMillis;
    long dumpMillis;
    int moves;

    Command(Order order, int startParts, Fate.Outcome outcome, long begunMillis) {
      this.order = order;
      this.startParts = startParts;
      this.runMillis = VirtualStore.restMillis(outcome.runMillis(), startParts);
      this.exitCode = outcome.exitCode();
      this.begunMillis = begunMillis;
      this.endsAtMillis = begunMillis + runMillis;
    }

    void shift(long millis) {
      endsAtMillis += millis;
      begunMillis += millis;
      savedAtMillis += savedAtMillis == NEVER ? 0 : millis;
    }
  }

  /** What becomes of an order's command. */
  @FunctionalInterface
  interface Fates {
    Fate.Outcome of(Order order, MachineSpec machine);
  }

  FatedRunner(
      Timeline timeline,
      MachineSpec spec,
      Fates fates,
      Deeds deeds,
      VirtualStore store,
      VirtualWorker worker) {
    this.timeline = timeline;
    this.spec = spec;
    this.fates = fates;
    this.deeds = deeds;
    this.store = store;
    this.worker = worker;
  }

  boolean idle() {
    return worker.dead() || running.isEmpty();
  }

  @Override
  public void start(Order order) {
    AttemptRef ref = order.ref();
    deeds.started(ref);
    Command command =
        new Command(order, store.safeParts(order), fates.of(order, spec), timeline.nowMillis());
    running.put(ref, command);
    worker.started(ref);
    plan(ref, command);
  }

  private void plan(AttemptRef ref, Command command) {
    int moves = command.moves;
    if (command.savedAtMillis != NEVER) {
      timeline.at(
          command.savedAtMillis,
          () -> {
            if (!worker.dead() && command.moves == moves && running.get(ref) == command) {
              saved(ref, command);
            }
          });
    }
    timeline.at(
        command.endsAtMillis,
        () -> {
          if (!worker.dead() && command.moves == moves && running.remove(ref, command)) {
            deeds.ended(ref, command.exitCode);
            if (command.exitCode != 0) {
              store.forget(command.order);
            }
            worker.exited(ref, command.exitCode, command.runMillis);
          }
        });
  }

  /** The command stands still while it writes; what it has done so far will then be safe. */
  @Override
  public void checkpoint(AttemptRef ref) {
    Command command = running.get(ref);
    if (command == null || !command.order.saving().isStored()) {
      timeline.soon(() -> worker.saved(ref, 0, 0));
      return;
    }
    long dumpMillis = store.dumpMillis(command.order);
    command.progressMillis = command.runMillis - (command.endsAtMillis - timeline.nowMillis());
    command.dumpMillis = dumpMillis;
    command.savedAtMillis = timeline.nowMillis() + dumpMillis;
    command.endsAtMillis += dumpMillis;
    command.moves++;
    plan(ref, command);
  }

  private void saved(AttemptRef ref, Command command) {
    command.savedAtMillis = NEVER;
    store.keep(command.order, spec, command.startParts, command.progressMillis);
    worker.saved(ref, command.progressMillis, command.dumpMillis);
  }

  /** Everything stands still until it thaws. */
  void freeze() {
    frozen = true;
    for (Command command : running.values()) {
      command.moves++;
      command.shift(-timeline.nowMillis());
    }
  }

  void thaw() {
    if (frozen) {
      frozen = false;
      running.forEach(
          (ref, command) -> {
            command.shift(timeline.nowMillis());
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
