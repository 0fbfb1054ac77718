package io.windhover.simulator;

import io.windhover.core.model.Offer;
import io.windhover.core.step.World;
import java.util.List;
import java.util.Optional;

/**
 * The machines that a provider has rented out and not taken back: all that a {@link Cloud} looks at
 * to choose whom something befalls. A simulation shows its world; a source of machines shows its
 * own leases, of which a manager may know less or something else.
 */
public interface LeasedMachines {
  /** Ordered by id. */
  List<LeasedMachine> all();

  Optional<LeasedMachine> machine(int id);

  /** The rented machines of this world. */
  static LeasedMachines of(World world) {
    return new LeasedMachines() {
      @Override
      public List<LeasedMachine> all() {
        return world.machines().stream()
            .filter(machine -> world.offer(machine.offer()).isPresent())
            .map(machine -> LeasedMachine.of(machine, isSpot(machine.offer())))
            .toList();
      }

      @Override
      public Optional<LeasedMachine> machine(int id) {
        return world.machine(id).map(machine -> LeasedMachine.of(machine, isSpot(machine.offer())));
      }

      private boolean isSpot(String offer) {
        return world.offer(offer).filter(Offer::isSpot).isPresent();
      }
    };
  }
}
