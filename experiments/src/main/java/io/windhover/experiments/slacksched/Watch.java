package io.windhover.experiments.slacksched;

import io.windhover.core.event.Batch;
import io.windhover.core.model.Money;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Group;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** Looks on while machines are rented, and counts what must not happen. One object, one run. */
final class Watch implements Simulation.Observer {
  private static final long HOUR_MILLIS = 3_600_000;

  /** What the machines were at the beginning of an hour. */
  record Hour(int machines, int calm, int cores, double dollarsPerHour) {}

  private final IntPredicate isCalm;
  private final double tradedShare;
  private final List<Hour> hours = new ArrayList<>();
  private long beforeMillis;
  private double coreMillis;
  private int coresBefore;
  private int epochs;
  private final List<String> tooFew = new ArrayList<>();
  private final List<String> undone = new ArrayList<>();

  Watch(IntPredicate isCalm, double tradedShare) {
    this.isCalm = isCalm;
    this.tradedShare = tradedShare;
  }

  @Override
  public void stepped(Batch batch, Decision decision, World world) {
    long now = batch.atMillis();
    coreMillis += (double) coresBefore * (now - beforeMillis);
    beforeMillis = now;
    coresBefore = 0;
    for (Machine machine : world.machines()) {
      coresBefore += isUp(machine) ? machine.spec().cores() : 0;
    }
    while (!world.liveJobs().isEmpty() && hours.size() * HOUR_MILLIS <= now) {
      hours.add(hour(world));
    }
    judge(decision, world, now);
  }

  private static boolean isUp(Machine machine) {
    return machine.state() == MachineView.State.READY
        || machine.state() == MachineView.State.DRAINING;
  }

  private Hour hour(World world) {
    int machines = 0;
    int calm = 0;
    double nanos = 0;
    for (Machine machine : world.machines()) {
      if (isUp(machine)) {
        machines++;
        calm += isCalm.test(machine.id()) ? 1 : 0;
        nanos += machine.spec().pricePerHourNanos();
        nanos +=
            (double) machine.spec().harvestedCores() * machine.spec().harvestedCorePerHourNanos();
      }
    }
    return new Hour(machines, calm, coresBefore, nanos / Money.NANOS_PER_DOLLAR);
  }

  /** An epoch's end, seen from outside: what goes, what comes, what is left and what is needed. */
  private void judge(Decision decision, World world, long now) {
    Set<Integer> drained = new TreeSet<>();
    Set<Integer> launched = new TreeSet<>();
    for (Action action : decision.actions()) {
      if (action instanceof Action.Drain drain) {
        drained.add(drain.machine());
      } else if (action instanceof Action.Launch launch) {
        launched.add(launch.machine());
      }
    }
    if (drained.isEmpty()) {
      return;
    }
    epochs++;
    int held = 0;
    int cores = 0;
    int going = 0;
    int needed = world.readyGroups().stream().mapToInt(Watch::waitingCores).sum();
    for (Machine machine : world.machines()) {
      boolean goes = drained.contains(machine.id());
      boolean counts = goes || machine.state() != MachineView.State.DRAINING;
      if (counts && !launched.contains(machine.id())) {
        held++;
        cores += machine.spec().cores();
        going += goes ? machine.spec().cores() : 0;
        needed += machine.spec().cores() - Math.max(0, machine.freeCores());
      }
    }
    double left = cores - going + launched.size() * (cores / (double) held);
    if (left < needed) {
      tooFew.add("%d cores left, %d needed at %d min".formatted((int) left, needed, now / 60_000));
    }
    int traded = (int) Math.floor(tradedShare * held);
    if (Math.min(launched.size(), drained.size()) > traded) {
      undone.add(
          "%d asked for and %d drained of %d at %d min"
              .formatted(launched.size(), drained.size(), held, now / 60_000));
    }
  }

  private static int waitingCores(Group group) {
    return group.ready() * group.spec().need().cores();
  }

  List<Hour> hours() {
    return hours;
  }

  /** Averaged over the run. */
  double meanCores() {
    return beforeMillis == 0 ? 0 : coreMillis / beforeMillis;
  }

  /** Ends of epochs at which machines were let go. */
  int epochs() {
    return epochs;
  }

  List<String> tooFew() {
    return tooFew;
  }

  List<String> undone() {
    return undone;
  }
}
