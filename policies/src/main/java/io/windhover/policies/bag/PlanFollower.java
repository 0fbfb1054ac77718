package io.windhover.policies.bag;

import io.windhover.core.event.Event;
import io.windhover.core.model.Market;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.plan.Planner;
import java.util.List;

/**
 * Follows a plan as it was made, on machines of one market: each machine is rented at the start,
 * runs its queue in order, and goes back when it is done.
 *
 * <p>What the plan does not cover is put, task by task, where it costs least and still ends in
 * time: on machines there are, or on a new on-demand one. That is: jobs that are no bags or have no
 * deadline or no plan, machines that could not be had, tasks whose machine froze or was lost, tasks
 * that are tried again, and everything after the memory was lost.
 *
 * @param policy the name of the policy that follows it
 * @param market the market that planned machines are rented in, whatever market the plan says
 */
record PlanFollower(String policy, Planner planner, Market market, Release release) {
  Decision decide(WorldView world, List<Event> batch) {
    if (batch.stream().allMatch(PlanFollower::changesNothing)) {
      return new Decision(List.of(), List.of(), world.memory());
    }
    PlanQueues queues =
        world.memory() instanceof PlanQueues remembered ? remembered : new PlanQueues(policy);
    return new PlanTurn(this, world, queues).decide(batch);
  }

  private static boolean changesNothing(Event event) {
    return event instanceof Event.AttemptStarted
        || event instanceof Event.AttemptCheckpointed
        || event instanceof Event.PriceChanged;
  }

  List<Reason> explain(WorldView world) {
    return world.liveJobs().stream()
        .flatMap(job -> job.groups().stream())
        .filter(group -> group.waiting() > 0)
        .<Reason>map(group -> reason(world, group))
        .toList();
  }

  private static Reason reason(WorldView world, GroupView group) {
    int job = group.job().id();
    int waiting = group.waiting();
    if (!group.open()) {
      List<String> before =
          group.spec().after().stream()
              .map(ordinal -> group.job().groups().get(ordinal))
              .filter(other -> !other.succeeded())
              .map(other -> other.spec().name())
              .toList();
      return new Reason.ComesAfter(job, group.ordinal(), waiting, before);
    }
    List<? extends MachineView> capable =
        world.machines().stream().filter(m -> m.spec().offers(group.spec().need())).toList();
    return capable.isEmpty()
        ? new Reason.NoMachines(job, group.ordinal(), waiting)
        : new Reason.NoRoomNow(job, group.ordinal(), waiting, capable.size());
  }
}
