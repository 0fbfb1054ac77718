package io.windhover.simulator.record;

import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Market;
import io.windhover.core.policy.Action;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The totals of a run. Keeps no more than what is there at the moment. */
final class Counts {
  private static final long WHOLE = 1_000_000;

  private static final class Vm {
    final @Nullable Market market;
    final String type;
    boolean up;
    boolean frozen;

    Vm(@Nullable Market market, String type) {
      this.market = market;
      this.type = type;
    }
  }

  /** What an attempt saved if it finishes, and where it runs. */
  private record Live(int machine, long savedMillis) {}

  private final Map<Integer, Vm> vms = new HashMap<>();
  private final Map<AttemptId, Live> live = new HashMap<>();
  private final List<String> frozenTypes = new ArrayList<>();
  private boolean working;
  private boolean workingBefore;
  private long beforeMillis;
  private int frozenVms;
  private long frozenMillis;
  private int machinesSeen;

  int hibernations;
  int freezes;
  int spotVms;
  int onDemandVms;
  int checkpoints;
  int recoveries;
  long cpuSavedMillis;

  /** Before what has happened since the last step is noted. */
  void begin(World world) {
    frozenMillis = frozenMillis(world.nowMillis());
    beforeMillis = world.nowMillis();
    working = !world.liveJobs().isEmpty();
    frozenTypes.clear();
  }

  void end() {
    workingBefore = working;
  }

  long frozenMillis(long nowMillis) {
    return workingBefore ? frozenMillis + frozenVms * (nowMillis - beforeMillis) : frozenMillis;
  }

  void note(Event event) {
    if (event instanceof Event.AttemptChange change) {
      noteAttempt(change);
    } else if (event instanceof Event.MachineReady ready) {
      if (ready.machine() > machinesSeen) {
        machinesSeen = ready.machine();
        vms.put(ready.machine(), new Vm(null, ready.spec().type()));
      }
      Vm vm = vms.get(ready.machine());
      if (vm != null && !vm.up) {
        vm.up = true;
        spotVms += vm.market == Market.SPOT ? 1 : 0;
        onDemandVms += vm.market == Market.ON_DEMAND ? 1 : 0;
      }
    } else if (event instanceof Event.MachineChange change) {
      noteMachine(change);
    }
  }

  private void noteAttempt(Event.AttemptChange change) {
    if (change instanceof Event.AttemptStarted) {
      return;
    }
    if (change instanceof Event.AttemptCheckpointed) {
      Live attempt = live.get(change.attempt());
      if (attempt != null && vms.containsKey(attempt.machine())) {
        checkpoints++;
      }
      return;
    }
    Live attempt = live.remove(change.attempt());
    if (attempt != null
        && change instanceof Event.AttemptFinished
        && vms.containsKey(attempt.machine())) {
      cpuSavedMillis += attempt.savedMillis();
    }
  }

  private void noteMachine(Event.MachineChange change) {
    Vm vm = vms.get(change.machine());
    if (vm == null) {
      return;
    }
    if (change instanceof Event.MachineHibernated) {
      if (vm.up && !vm.frozen) {
        vm.frozen = true;
        frozenVms++;
        count(vm);
      }
    } else if (change instanceof Event.MachineResumed) {
      thaw(vm);
    } else if (change instanceof Event.MachineLost
        || (change instanceof Event.LaunchRefused && !vm.up)) {
      thaw(vm);
      vms.remove(change.machine());
    }
  }

  /** What freezes when all work is over troubles nobody. */
  private void count(Vm vm) {
    if (working) {
      hibernations++;
      if (!frozenTypes.contains(vm.type)) {
        frozenTypes.add(vm.type);
        freezes++;
      }
    }
  }

  private void thaw(Vm vm) {
    if (vm.frozen) {
      vm.frozen = false;
      frozenVms--;
    }
  }

  void note(Action action, World world) {
    if (action instanceof Action.Assign assign) {
      world.attempt(assign.attempt()).ifPresent(this::started);
    } else if (action instanceof Action.Launch launch) {
      machinesSeen = launch.machine();
      world
          .offer(launch.offer())
          .ifPresent(
              offer -> vms.put(launch.machine(), new Vm(offer.market(), offer.machine().type())));
    } else if (action instanceof Action.Release release) {
      Vm vm = vms.remove(release.machine());
      if (vm != null) {
        thaw(vm);
      }
    } else if (action instanceof Action.Stop stop) {
      Live attempt = live.get(stop.attempt());
      Vm vm = attempt == null ? null : vms.get(attempt.machine());
      if (vm != null && vm.frozen) {
        live.remove(stop.attempt());
      }
    }
  }

  private void started(Attempt attempt) {
    long savedMillis = 0;
    if (attempt.startParts() > 0) {
      recoveries++;
      String type = attempt.machine().spec().type();
      long whole = attempt.group().spec().runtime().millisOn(type).orElse(0);
      savedMillis = whole * attempt.startParts() / WHOLE;
    }
    live.put(attempt.id(), new Live(attempt.machine().id(), savedMillis));
  }
}
