package io.windhover.core.step;

import io.windhover.core.event.MachineChange;
import io.windhover.core.event.MachineChangeReader;
import io.windhover.core.model.Billing;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies what happened to machines. What is said of a machine that the world no longer counts on
 * changes nothing, except that its lease has ended.
 */
final class MachineFacts implements MachineChangeReader {
  private final World world;
  private final Facts facts;
  private final List<Action> owedWakes = new ArrayList<>();

  MachineFacts(World world, Facts facts) {
    this.world = world;
    this.facts = facts;
  }

  /** Wakes for the moments at which machines become too old, and releases of those that are. */
  List<Action> takeOwed() {
    List<Action> owed = new ArrayList<>(owedWakes);
    owedWakes.clear();
    if (world.limits().ageMillis() > 0) {
      for (Machine machine : world.machines()) {
        if (machine.isRented() && tooOldAtMillis(machine) <= world.nowMillis()) {
          owed.add(new Action.Release(machine.id()));
        }
      }
    }
    return owed;
  }

  private long tooOldAtMillis(Machine machine) {
    return machine.requestedAtMillis() + world.limits().ageMillis();
  }

  /** The step is woken when a machine becomes too old, whatever the policy asks for. */
  void oweWakeForAge(Machine machine) {
    if (world.limits().ageMillis() > 0
        && machine.isRented()
        && tooOldAtMillis(machine) > world.nowMillis()) {
      owedWakes.add(new Action.WakeAt(tooOldAtMillis(machine)));
    }
  }

  @Override
  public void ready(MachineChange.Ready ready) {
    if (ready.machine() >= world.nextMachineId()) {
      world.addMachine(
          new Machine(ready.machine(), "", Billing.BY_USE, ready.spec(), world.nowMillis()));
    }
    Machine machine = world.liveMachine(ready.machine());
    if (machine != null && machine.state() == MachineView.State.REQUESTED) {
      boolean known = ready.leasedSinceMillis() == 0 && machine.isCharged();
      long sinceMillis = known ? machine.upSinceMillis : told(ready.leasedSinceMillis());
      machine.up(ready.spec(), sinceMillis, world.nowMillis());
      world.refresh(machine);
      oweWakeForAge(machine);
    }
  }

  /** It costs money from now on, so it also grows too old. */
  @Override
  public void meterStarted(MachineChange.MeterStarted started) {
    Machine machine = world.liveMachine(started.machine());
    if (machine != null && machine.state() == MachineView.State.REQUESTED && !machine.isCharged()) {
      machine.startMeter(told(started.sinceMillis()));
      oweWakeForAge(machine);
    }
  }

  /** The provider's time, which never lies ahead of ours; ours where it has told none. */
  private long told(long providerMillis) {
    return providerMillis == 0 ? world.nowMillis() : Math.min(providerMillis, world.nowMillis());
  }

  @Override
  public void hibernated(MachineChange.Hibernated hibernated) {
    Machine machine = world.liveMachine(hibernated.machine());
    if (machine != null) {
      machine.freeze(told(hibernated.atMillis()));
      world.refresh(machine);
    }
  }

  @Override
  public void resumed(MachineChange.Resumed resumed) {
    Machine machine = world.liveMachine(resumed.machine());
    if (machine != null) {
      machine.thaw(told(resumed.atMillis()));
      world.refresh(machine);
    }
  }

  @Override
  public void away(MachineChange.Away away) {
    set(away.machine(), true);
  }

  @Override
  public void back(MachineChange.Back back) {
    set(back.machine(), false);
  }

  private void set(int id, boolean away) {
    Machine machine = world.liveMachine(id);
    if (machine != null) {
      machine.away = away;
      world.refresh(machine);
    }
  }

  @Override
  public void resized(MachineChange.Resized resized) {
    Machine machine = world.liveMachine(resized.machine());
    if (machine != null) {
      machine.resize(resized.cores(), resized.memoryBytes(), world.nowMillis());
      world.refresh(machine);
    }
  }

  @Override
  public void notice(MachineChange.Notice notice) {
    Machine machine = world.liveMachine(notice.machine());
    if (machine != null) {
      machine.noticed(notice, world.nowMillis());
      world.refresh(machine);
    }
  }

  @Override
  public void relabelled(MachineChange.Relabelled relabelled) {
    Machine machine = world.liveMachine(relabelled.machine());
    if (machine != null) {
      machine.relabel(relabelled.labels());
      world.refresh(machine);
    }
  }

  @Override
  public void drained(MachineChange.Drained drained) {
    Machine machine = world.liveMachine(drained.machine());
    if (machine != null) {
      machine.drain(drained.drained(), world.nowMillis());
      world.refresh(machine);
    }
  }

  @Override
  public void busy(MachineChange.Busy presence) {
    Machine machine = world.liveMachine(presence.machine());
    if (machine != null) {
      machine.busy = presence.busy();
      world.refresh(machine);
    }
  }

  @Override
  public void cleanupEnded(MachineChange.CleanupEnded cleanup) {
    Machine machine = world.liveMachine(cleanup.machine());
    if (machine != null) {
      machine.cleaned(cleanup.attempt());
      world.refresh(machine);
    }
  }

  @Override
  public void launchRefused(MachineChange.LaunchRefused refusal) {
    Machine machine = world.liveMachine(refusal.machine());
    if (machine != null && machine.state() == MachineView.State.REQUESTED) {
      machine.refused = true;
      remove(machine, false);
    }
  }

  @Override
  public void lost(MachineChange.Lost lost) {
    Machine machine = world.liveMachine(lost.machine());
    if (machine != null) {
      remove(machine, lost.leaseGoesOn());
    }
  }

  @Override
  public void leaseEnded(MachineChange.LeaseEnded ended) {
    Machine live = world.liveMachine(ended.machine());
    if (live != null) {
      remove(live, true);
    }
    world.leases().ended(ended, told(ended.atMillis()));
  }

  /** What was wished to be given back is paid for until its provider says that it has ended. */
  void release(Machine machine) {
    remove(machine, true);
  }

  /** What ran there goes back to waiting. */
  private void remove(Machine machine, boolean leaseGoesOn) {
    List.copyOf(machine.attempts()).forEach(facts::lost);
    world.removeMachine(machine, leaseGoesOn);
  }
}
