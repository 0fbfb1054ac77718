package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;
import java.util.List;

/**
 * Which machines to rent and what each of their cores runs. Times count from the moment the plan
 * was made for.
 *
 * @param spotLimitMillis D_spot: tasks on spot machines are planned to end by then
 */
public record Plan(long spotLimitMillis, List<Machine> machines) {
  /** A machine to rent, with its tasks in the order in which they were planned. */
  public record Machine(Offer offer, List<Slot> slots) {
    public Machine {
      slots = List.copyOf(slots);
    }

    public long endMillis() {
      return slots.stream().mapToLong(Slot::endMillis).max().orElse(0);
    }

    /**
     * When it ends if its launch takes as long as the offer says. Some planners count launches,
     * some let a machine begin at once; its first start tells.
     */
    public long endAfterLaunchMillis() {
      long first = slots.stream().mapToLong(Slot::startMillis).min().orElse(0);
      return endMillis() + Math.max(0, offer.startUpMillis() - first);
    }
  }

  /** A task on a core of a machine. */
  public record Slot(BagTask task, int core, long startMillis, long endMillis) {}

  public Plan {
    machines = List.copyOf(machines);
  }

  public long makespanMillis() {
    return machines.stream().mapToLong(Machine::endMillis).max().orElse(0);
  }
}
