package io.windhover.policies.harvest.frame;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.CoreLog;
import java.util.List;

/** Learns from what has happened. */
final class Observer {
  private final WorldView world;
  private final HarvestMemory memory;

  Observer(WorldView world, HarvestMemory memory) {
    this.world = world;
    this.memory = memory;
  }

  /** Without a memory nothing is known of a machine but when it came. */
  void beginAnew() {
    for (MachineView machine : world.machines()) {
      if (machine.readyAtMillis() >= 0) {
        note(
            machine.id(),
            new LastChange(machine.spec().cores(), machine.readyAtMillis(), Change.GREW));
      }
    }
  }

  void observe(List<Event> batch) {
    memory.history.forget(world.nowMillis());
    memory.trim(world.nowMillis());
    for (Event event : batch) {
      if (event instanceof MachineChange.Ready ready) {
        came(ready.machine());
      } else if (event instanceof MachineChange.Resized resized) {
        changed(resized.machine(), resized.cores());
      } else if (event instanceof MachineChange.Lost lost) {
        changed(lost.machine(), 0);
        memory.wasTaken(lost.machine());
        memory.ranAtCheckpoint.keySet().removeIf(id -> world.attempt(id).isEmpty());
      } else if (event instanceof Event.AttemptFinished finished) {
        String kind =
            world
                .job(finished.attempt().task().job())
                .groupOf(finished.attempt().task())
                .spec()
                .kind();
        memory.runtimes.took(kind, finished.ranMillis());
        memory.ranAtCheckpoint.remove(finished.attempt());
      } else if (event instanceof Event.AttemptFailed failed) {
        memory.ranAtCheckpoint.remove(failed.attempt());
      } else if (event instanceof Event.AttemptCheckpointed safe) {
        world
            .attempt(safe.attempt())
            .ifPresent(
                attempt ->
                    memory.ranAtCheckpoint.put(attempt.id(), attempt.ranMillis(world.nowMillis())));
      } else if (event instanceof Event.TimerFired timer) {
        memory.wakes.remove(timer.wakeAtMillis());
      }
    }
  }

  private void came(int id) {
    MachineView machine = world.machine(id).orElse(null);
    if (machine != null && !memory.lastChanges.containsKey(id)) {
      note(id, new LastChange(machine.spec().cores(), world.nowMillis(), Change.GREW));
    }
  }

  private void changed(int id, int cores) {
    LastChange last = memory.lastChanges.get(id);
    if (last == null || last.cores() == cores) {
      return;
    }
    long now = world.nowMillis();
    Change change = cores > last.cores() ? Change.GREW : Change.SHRANK;
    memory.history.changed(now, now - last.atMillis(), last.change(), change);
    CoreLog log = memory.logs.get(id);
    if (change == Change.SHRANK && log != null) {
      for (long since : log.sinceLastShrink()) {
        memory.history.shrank(now, now - since);
      }
    }
    note(id, new LastChange(cores, now, change));
  }

  private void note(int machine, LastChange last) {
    memory.lastChanges.put(machine, last);
    memory.logs.computeIfAbsent(machine, id -> new CoreLog()).add(last.atMillis(), last.cores());
  }
}
