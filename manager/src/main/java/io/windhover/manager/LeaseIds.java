package io.windhover.manager;

import io.windhover.capacity.LeaseKeys;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import java.util.Optional;

/** Ids of leases, and the machines of the world that they are of. */
final class LeaseIds {
  private final World world;
  private final LeaseKeys keys;

  LeaseIds(World world, LeaseKeys keys) {
    this.world = world;
    this.keys = keys;
  }

  String of(Machine machine) {
    return keys.lease(machine.id(), machine.requestedAtMillis());
  }

  /** The number in the lease's id leads to the machine, whose lease must then be this one. */
  Optional<Machine> machine(String lease) {
    return number(lease).flatMap(world::machine).filter(machine -> of(machine).equals(lease));
  }

  Optional<Machine> ending(String lease) {
    return number(lease).flatMap(world::endingLease).filter(m -> of(m).equals(lease));
  }

  private Optional<Integer> number(String lease) {
    String mark = keys.mark();
    int end = lease.lastIndexOf('-');
    if (!lease.startsWith(mark) || end <= mark.length()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.parseInt(lease, mark.length(), end, 10));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
