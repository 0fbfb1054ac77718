package io.windhover.policies.bag;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.policies.bag.plan.DueTask;
import io.windhover.policies.bag.plan.FleetPlan;
import io.windhover.policies.bag.plan.FleetPlanner;
import io.windhover.policies.bag.plan.MachineQueue;
import io.windhover.policies.bag.plan.MarketUse;
import io.windhover.policies.bag.plan.Plan;
import io.windhover.policies.bag.plan.Stock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;

/**
 * The machines that can be had on demand for one bag, and what they could do for it. {@link
 * PlanTurn} asks it whether a plan is in time with them, and for one that is.
 */
final class OnDemandStock {
  private final JobView job;
  private final long nowMillis;
  private final List<Offer> offers;
  private final Rentals rentals;

  OnDemandStock(JobView job, long nowMillis, List<Offer> offers, Rentals rentals) {
    this.job = job;
    this.nowMillis = nowMillis;
    this.offers = offers;
    this.rentals = rentals;
  }

  /** Whether all machines of the plan can be had, and run their tasks in order and in time. */
  boolean keeps(Plan plan) {
    int[] rented = new int[offers.size()];
    MarketUse use = rentals.use(Market.ON_DEMAND);
    for (Plan.Machine planned : plan.machines()) {
      int offer = offerOf(planned);
      if (offer < 0
          || ++rented[offer] > rentals.left(offers.get(offer))
          || use.room(offers.get(offer)) == 0) {
        return false;
      }
      use = use.plus(offers.get(offer), 1);
      MachineSpec spec = offers.get(offer).machine();
      MachineQueue queue = new MachineQueue(spec, nowMillis + offers.get(offer).startUpMillis());
      for (Plan.Slot slot : planned.slots()) {
        long run = Outlook.runMillis(slot.task().runtime(), spec);
        if (queue.add(slot.task().need(), run) > job.deadlineAtMillis()) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The first offer of the machine's type, which is the one that is rented; -1 if there is none.
   */
  private int offerOf(Plan.Machine planned) {
    for (int i = 0; i < offers.size(); i++) {
      if (offers.get(i).machine().type().equals(planned.offer().machine().type())) {
        return i;
      }
    }
    return -1;
  }

  /** The cheapest plan that is in time, else the one that is least late; empty if there is none. */
  Optional<FleetPlan> plan() {
    List<Stock> stocks = new ArrayList<>();
    for (Offer offer : offers) {
      stocks.add(new Stock(offer, rentals.left(offer), nowMillis + offer.startUpMillis()));
    }
    List<DueTask> tasks = new ArrayList<>();
    for (GroupView group : job.groups()) {
      List<Long> runMillis = stocks.stream().map(s -> runMillis(group.spec(), s.offer())).toList();
      for (PrimitiveIterator.OfInt ready = group.readyIndexes(); ready.hasNext(); ) {
        tasks.add(
            new DueTask(
                group.task(ready.nextInt()),
                group.spec().need(),
                job.deadlineAtMillis(),
                runMillis));
      }
    }
    return FleetPlanner.plan(tasks, stocks, rentals.use(Market.ON_DEMAND), FleetPlanner.Aim.COST);
  }

  private static long runMillis(TaskGroup group, Offer offer) {
    MachineSpec spec = offer.machine();
    return spec.offers(group.need())
        ? group.runtime().millisOn(spec.type()).orElse(DueTask.NEVER)
        : DueTask.NEVER;
  }
}
