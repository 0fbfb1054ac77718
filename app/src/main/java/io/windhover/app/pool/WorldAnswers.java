package io.windhover.app.pool;

import io.windhover.app.IsoTime;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Job;
import io.windhover.core.step.Machine;
import io.windhover.manager.PoolView;
import io.windhover.manager.ResultText;
import io.windhover.store.Store.Result;
import java.util.Locale;

/** Makes the records of {@link PoolAnswers} from what the manager knows. */
final class WorldAnswers {
  private WorldAnswers() {}

  static PoolAnswers.Waiting reason(Job job, Reason.OfTasks reason) {
    String name = reason.getClass().getSimpleName();
    return new PoolAnswers.Waiting(
        job.groups().get(reason.group()).spec().name(),
        reason.tasks(),
        name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
        reason.text());
  }

  static PoolAnswers.Attempt ended(Result result) {
    ResultText text = ResultText.read(result.detail());
    return new PoolAnswers.Attempt(
        result.attempt(),
        result.outcome(),
        text.how(),
        text.worker().isEmpty() ? null : text.worker(),
        text.ranMillis() < 0 ? null : text.ranMillis() / 1000.0,
        IsoTime.of(result.endedAtMillis()),
        text.tail());
  }

  static PoolAnswers.Attempt live(Attempt live, long nowMillis) {
    long sinceMillis = live.startedAtMillis();
    return new PoolAnswers.Attempt(
        live.id().number(),
        "running",
        null,
        live.machine().spec().name(),
        sinceMillis < 0 ? null : (nowMillis - sinceMillis) / 1000.0,
        null,
        null);
  }

  static PoolAnswers.Worker worker(PoolView pool, Machine machine) {
    return new PoolAnswers.Worker(
        machine.spec().name(),
        state(pool, machine),
        machine.spec().cores(),
        Math.max(0, machine.freeCores()), // fewer than none with orders ahead
        machine.spec().memoryBytes(),
        machine.spec().labels(),
        IsoTime.of(machine.readyAtMillis()),
        machine.attempts().size());
  }

  private static String state(PoolView pool, Machine machine) {
    if (!machine.inReach() || !pool.isThere(machine.id())) {
      return "away";
    }
    if (machine.state() == MachineView.State.DRAINING) {
      boolean idle = machine.attempts().isEmpty() && machine.cleanups().isEmpty();
      return idle ? "drained" : "draining";
    }
    return machine.state() == MachineView.State.READY && machine.freeCores() > 0
        ? "available"
        : "busy";
  }
}
