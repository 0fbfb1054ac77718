package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;
import java.util.List;

/**
 * Machines to rent now, each with the tasks it runs one after the other as {@link MachineQueue}
 * plays them.
 *
 * @param slackMillis how much earlier than its deadline every task ends at least; negative when one
 *     is late
 * @param costNanos what the machines cost, each given back when its queue is empty
 */
public record FleetPlan(List<Machine> machines, long slackMillis, long costNanos) {
  /** A machine to rent, and its queue. */
  public record Machine(Offer offer, List<DueTask> queue) {
    public Machine {
      queue = List.copyOf(queue);
    }
  }

  public FleetPlan {
    machines = List.copyOf(machines);
  }

  public boolean inTime() {
    return slackMillis >= 0;
  }
}
