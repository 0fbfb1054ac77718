package io.windhover.simulator.record;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Market;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import io.windhover.simulator.cloud.Imprecision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The totals of a run. Keeps no more than what is there at the moment. */
final class Counts {
  private static final long WHOLE = 1_000_000;

  private static final class Vm {
    final @Nullable Market market;
    final String type;

    /** None for a machine that came by itself. */
    final @Nullable Lease lease;

    boolean up;
    boolean frozen;

    Vm(@Nullable Market market, String type, @Nullable Lease lease) {
      this.market = market;
      this.type = type;
      this.lease = lease;
    }
  }

  /** What an attempt saved if it finishes, and where it runs. */
  private record Live(int machine, int cores, long savedMillis) {}

  private final Map<Integer, Vm> vms = new HashMap<>();
  private final Map<AttemptId, Live> live = new HashMap<>();
  private final SortedMap<String, TypeUse> ended = new TreeMap<>();
  private final List<String> frozenTypes = new ArrayList<>();

  /** Tasks that finished in this step: a second attempt that ends with the first saves nothing. */
  private final Set<TaskId> finishedNow = new HashSet<>();

  private boolean working;
  private boolean workingBefore;
  private long nowMillis;
  private int frozenVms;
  private long frozenMillis;
  private int machinesSeen;

  int hibernations;
  int freezes;
  int notices;
  int terminations;
  int spotVms;
  int onDemandVms;
  int checkpoints;
  int recoveries;
  long cpuSavedMillis;

  /** Before what has happened since the last step is noted. */
  void begin(World world) {
    frozenMillis = frozenMillis(world.nowMillis());
    nowMillis = world.nowMillis();
    working = !world.liveJobs().isEmpty();
    frozenTypes.clear();
    finishedNow.clear();
  }

  void end() {
    workingBefore = working;
  }

  /** Each type of each market that was rented, by name. */
  List<TypeUse> use() {
    SortedMap<String, TypeUse> all = new TreeMap<>(ended);
    for (Vm vm : vms.values()) {
      add(vm, Lease.End.STILL_THERE, all);
    }
    return List.copyOf(all.values());
  }

  private void add(Vm vm, Lease.End end, SortedMap<String, TypeUse> to) {
    if (vm.lease != null) {
      to.merge(vm.type + "/" + vm.market, vm.lease.use(end, nowMillis), TypeUse::plus);
    }
  }

  /** What frozen machines cost, of all leases. */
  long storageNanos() {
    return use().stream().mapToLong(TypeUse::storageNanos).sum();
  }

  long frozenMillis(long untilMillis) {
    return workingBefore ? frozenMillis + frozenVms * (untilMillis - nowMillis) : frozenMillis;
  }

  void note(Event event) {
    if (event instanceof Event.AttemptChange change) {
      noteAttempt(change);
    } else if (event instanceof MachineChange.Ready ready) {
      if (ready.machine() > machinesSeen) {
        machinesSeen = ready.machine();
        vms.put(ready.machine(), new Vm(null, ready.spec().type(), null));
      }
      Vm vm = vms.get(ready.machine());
      if (vm != null && !vm.up) {
        vm.up = true;
        if (vm.lease != null) {
          vm.lease.ready(ready.spec(), nowMillis);
        }
        spotVms += vm.market == Market.SPOT ? 1 : 0;
        onDemandVms += vm.market == Market.ON_DEMAND ? 1 : 0;
      }
    } else if (event instanceof MachineChange change) {
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
    Vm vm = attempt == null ? null : vms.get(attempt.machine());
    if (attempt != null && vm != null) {
      work(vm, -attempt.cores());
      if (change instanceof Event.AttemptFinished && finishedNow.add(change.attempt().task())) {
        cpuSavedMillis += attempt.savedMillis();
      }
    }
  }

  private void work(Vm vm, int moreCores) {
    if (vm.lease != null) {
      vm.lease.work(moreCores, nowMillis);
    }
  }

  private void noteMachine(MachineChange change) {
    Vm vm = vms.get(change.machine());
    if (vm == null) {
      return;
    }
    if (change instanceof MachineChange.Hibernated) {
      if (vm.up && !vm.frozen) {
        vm.frozen = true;
        frozenVms++;
        if (vm.lease != null) {
          vm.lease.freeze(nowMillis);
        }
        count(vm);
      }
    } else if (change instanceof MachineChange.Notice) {
      notices += working && vm.up ? 1 : 0;
    } else if (change instanceof MachineChange.Resumed) {
      thaw(vm);
    } else if (change instanceof MachineChange.Resized resized && vm.lease != null) {
      vm.lease.resize(resized.cores(), nowMillis);
    } else if (change instanceof MachineChange.Lost
        || (change instanceof MachineChange.LaunchRefused && !vm.up)) {
      thaw(vm);
      boolean lost = change instanceof MachineChange.Lost;
      terminations += working && isTermination(vm, change) ? 1 : 0;
      add(vm, lost ? Lease.End.LOST : Lease.End.REFUSED, ended);
      vms.remove(change.machine());
    }
  }

  /** A spot machine that its provider has ended; one that failed by itself is none. */
  private static boolean isTermination(Vm vm, MachineChange change) {
    return vm.up
        && vm.market == Market.SPOT
        && change instanceof MachineChange.Lost lost
        && !lost.why().equals(Imprecision.MACHINE_FAILED);
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
      if (vm.lease != null) {
        vm.lease.thaw(nowMillis);
      }
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
              offer ->
                  vms.put(
                      launch.machine(),
                      new Vm(offer.market(), offer.machine().type(), new Lease(offer, nowMillis))));
    } else if (action instanceof Action.Release release) {
      Vm vm = vms.remove(release.machine());
      if (vm != null) {
        thaw(vm);
        add(vm, Lease.End.RELEASED, ended);
      }
    } else if (action instanceof Action.Stop stop) {
      Live attempt = live.get(stop.attempt());
      Vm vm = attempt == null ? null : vms.get(attempt.machine());
      if (attempt != null && vm != null && vm.frozen) {
        live.remove(stop.attempt());
        work(vm, -attempt.cores());
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
    int cores = attempt.group().spec().need().cores();
    live.put(attempt.id(), new Live(attempt.machine().id(), cores, savedMillis));
    Vm vm = vms.get(attempt.machine().id());
    if (vm != null) {
      work(vm, cores);
    }
  }
}
