package io.windhover.app.cloud;

import io.windhover.core.model.Money;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.manager.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is rented at a moment, for progress.
 *
 * @param asked for, and not there yet
 * @param ready for work, or away
 * @param ending given back, and charged for until the source says that they have ended
 * @param kept those of all that the run still has to give back
 */
record RentedNow(int asked, int ready, int hibernated, int ending, int kept, long spentNanos) {
  static final RentedNow NOTHING = new RentedNow(0, 0, 0, 0, 0, 0);

  static RentedNow of(PoolView pool) {
    World world = pool.world();
    int asked = 0;
    int ready = 0;
    int hibernated = 0;
    int kept = 0;
    long spentNanos = world.spentNanos();
    for (Machine machine : world.machines()) {
      if (machine.offer().isEmpty()) {
        continue; // Somebody's own.
      }
      boolean requested = machine.state() == MachineView.State.REQUESTED;
      asked += requested ? 1 : 0;
      hibernated += machine.state() == MachineView.State.HIBERNATED ? 1 : 0;
      ready += requested || machine.state() == MachineView.State.HIBERNATED ? 0 : 1;
      // What is beyond the limits is never asked for: its refusal is only a matter of time.
      kept += requested && world.beyondLimits(machine.id(), Set.of()).isPresent() ? 0 : 1;
      spentNanos += sinceLastStep(machine, world, pool.nowMillis());
    }
    for (Machine ending : world.endingLeases()) {
      spentNanos += sinceLastStep(ending, world, pool.nowMillis());
    }
    int ending = world.endingLeases().size();
    return new RentedNow(asked, ready, hibernated, ending, kept + ending, spentNanos);
  }

  private static long sinceLastStep(Machine machine, World world, long nowMillis) {
    return machine.costNanos(Math.max(nowMillis, world.nowMillis()))
        - machine.costNanos(world.nowMillis());
  }

  /** In words, a part each: what there is and what was paid so far. */
  List<String> words() {
    List<String> states = new ArrayList<>();
    add(states, ready, "up");
    add(states, hibernated, "frozen");
    add(states, asked, "coming");
    add(states, ending, "ending");
    return List.of(
        states.isEmpty() ? "no machines" : "machines: " + String.join(" + ", states),
        Money.text(spentNanos));
  }

  private static void add(List<String> states, int count, String what) {
    if (count > 0) {
      states.add(count + " " + what);
    }
  }
}
