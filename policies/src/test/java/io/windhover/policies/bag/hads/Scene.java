package io.windhover.policies.bag.hads;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.policies.bag.plan.BagTask;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A policy with a few offers to which things happen one by one; times are in seconds. */
final class Scene {
  private final Scheduler scheduler;

  Scene(Policy policy, Offer... offers) {
    scheduler = new Scheduler(policy, List.of(offers));
  }

  World world() {
    return scheduler.world();
  }

  Decision at(long second, Event... events) {
    return scheduler.step(
        new Batch(scheduler.world().sequence() + 1, second * 1000, List.of(events)));
  }

  Event ready(int machine) {
    return new MachineChange.Ready(machine, world().machine(machine).orElseThrow().spec());
  }

  static List<String> texts(Decision decision) {
    return decision.actions().stream().map(Action::toString).toList();
  }

  /** A machine type with room for a thousand bytes that is there at once. */
  static Offer offer(String type, Market market, int cores, int limit, double gflops, long price) {
    return new Offer(
        type + "/" + market.text(),
        market,
        new MachineSpec(type, type, List.of(), cores, 1000, price),
        limit,
        limit,
        gflops,
        0,
        Billing.BY_USE);
  }

  static List<BagTask> tasks(long... seconds) {
    List<BagTask> tasks = new ArrayList<>();
    for (long s : seconds) {
      tasks.add(
          new BagTask(
              new TaskId(1, tasks.size()),
              new Need(List.of(), 1, 1),
              new RuntimeEstimate(s * 1000, new TreeMap<>())));
    }
    return tasks;
  }
}
