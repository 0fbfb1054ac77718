package io.windhover.policies.bag.hads;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.Reason;
import io.windhover.policies.bag.plan.BagTask;
import io.windhover.policies.bag.plan.Plan;
import io.windhover.policies.bag.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at jobs that arrive: plans bags, refuses what cannot be done in time. */
final class Arrivals {
  private final Turn turn;
  private final Planner planner;

  Arrivals(Turn turn, Planner planner) {
    this.turn = turn;
    this.planner = planner;
  }

  void arrived(JobView job) {
    if (job.over()) {
      return;
    }
    List<Offer> offers = offersFor(job);
    if (!isBag(job, offers)) {
      return;
    }
    List<BagTask> tasks = tasks(job);
    Optional<Plan> plan = plan(job, tasks, offers);
    if (plan.isPresent()) {
      carryOut(job, plan.get());
      return;
    }
    Reason reason =
        new Reason.DeadlineImpossible(
            job.id(), job.deadlineAtMillis(), earliestEndMillis(tasks, offers));
    turn.reasons.add(reason);
    turn.actions.add(new Action.Reject(job.id(), reason));
  }

  /**
   * Plans bags that came while nothing was offered that would do, and of which nothing has begun.
   * Those for which there is no plan any more go on as work without one: they were accepted.
   */
  void offered() {
    for (JobView job : turn.world.liveJobs()) {
      List<Offer> offers = offersFor(job);
      if (turn.memory.bags.containsKey(job.id()) || hasBegun(job) || !isBag(job, offers)) {
        continue;
      }
      plan(job, tasks(job), offers).ifPresent(plan -> carryOut(job, plan));
    }
  }

  private static boolean hasBegun(JobView job) {
    int ready = 0;
    for (GroupView group : job.groups()) {
      ready += group.ready();
    }
    return ready < job.spec().taskCount();
  }

  private Optional<Plan> plan(JobView job, List<BagTask> tasks, List<Offer> offers) {
    return planner.plan(tasks, withWhatIsLeft(offers), job.deadlineAtMillis() - turn.nowMillis);
  }

  /** HADS's model: independent tasks of one core, known runtimes, one deadline, VMs to rent. */
  static boolean isBag(JobView job, List<Offer> offers) {
    if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS
        || offers.stream().allMatch(Offer::isSpot)) {
      return false;
    }
    for (TaskGroup group : job.spec().groups()) {
      if (group.need().cores() != 1 || !group.after().isEmpty()) {
        return false;
      }
      for (Offer offer : offers) {
        if (group.runtime().millisOn(offer.machine().type()).isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The offers that could run any of its tasks: queues may be moved anywhere. */
  List<Offer> offersFor(JobView job) {
    List<Offer> offers = new ArrayList<>();
    for (Offer offer : turn.world.offers()) {
      boolean suits = true;
      for (TaskGroup group : job.spec().groups()) {
        suits &= offer.machine().offers(group.need());
      }
      if (suits) {
        offers.add(offer);
      }
    }
    return offers;
  }

  /** Other jobs may have rented some already. */
  private List<Offer> withWhatIsLeft(List<Offer> offers) {
    List<Offer> left = new ArrayList<>();
    for (Offer offer : offers) {
      left.add(
          new Offer(
              offer.name(),
              offer.market(),
              offer.machine(),
              turn.left(offer),
              turn.leftInMarket(offer),
              offer.gflops(),
              offer.startUpMillis(),
              offer.billing()));
    }
    return left;
  }

  private static List<BagTask> tasks(JobView job) {
    List<BagTask> tasks = new ArrayList<>(job.spec().taskCount());
    for (GroupView group : job.groups()) {
      TaskGroup spec = group.spec();
      var ready = group.readyIndexes();
      while (ready.hasNext()) {
        tasks.add(new BagTask(group.task(ready.nextInt()), spec.need(), spec.runtime()));
      }
    }
    return tasks;
  }

  private void carryOut(JobView job, Plan plan) {
    Bag bag = new Bag(job.id(), job.deadlineAtMillis(), job.spec().taskCount());
    turn.memory.bags.put(bag.job, bag);
    turn.memory.set(HadsMemory.SPOT_LIMIT, plan.spotLimitMillis());
    turn.memory.mark("D_spot", 0, turn.nowMillis + plan.spotLimitMillis());
    for (Plan.Machine machine : plan.machines()) {
      Offer offer = machine.offer();
      Vm vm = turn.launch(bag, offer, turn.nowMillis + offer.startUpMillis());
      for (Plan.Slot slot : machine.slots()) {
        // Not the slot's length: not every planner leaves time for checkpoints.
        long run = slot.task().runtime().millisOn(vm.type).orElseThrow();
        long here = vm.spot ? turn.settings.withOverhead(run) : run;
        int task = slot.task().id().index();
        long rest = turn.longestOnDemand(slot.task().runtime());
        long memoryBytes = slot.task().need().memoryBytes();
        vm.cores.get(slot.core()).waiting.add(new Queued(task, here, rest, memoryBytes));
        bag.vmOf[task] = vm.id;
      }
    }
  }

  /** No plan ends before its longest task on the fastest machine, nor does it beat all cores. */
  private long earliestEndMillis(List<BagTask> tasks, List<Offer> offers) {
    long longest = 0;
    double total = 0;
    for (BagTask task : tasks) {
      long shortest = Long.MAX_VALUE;
      for (Offer offer : offers) {
        long run = task.runtime().millisOn(offer.machine().type()).orElse(0);
        shortest = Math.min(shortest, run);
      }
      longest = Math.max(longest, shortest);
      total += shortest;
    }
    long startUp = Long.MAX_VALUE;
    double cores = 0;
    for (Offer offer : offers) {
      startUp = Math.min(startUp, offer.startUpMillis());
      cores += (double) offer.limit() * offer.machine().cores();
    }
    long spread = cores == 0 ? 0 : (long) Math.ceil(total / cores);
    long bound = turn.nowMillis + startUp + Math.max(longest, spread);
    // The plan is no proof that it cannot be done; it says by how little it could have been.
    return Math.max(bound, turn.nowMillis + startUp + longest);
  }
}
