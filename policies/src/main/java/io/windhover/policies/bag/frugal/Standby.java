package io.windhover.policies.bag.frugal;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.policies.bag.plan.DueTask;
import io.windhover.policies.bag.plan.FleetPlan;
import io.windhover.policies.bag.plan.FleetPlanner;
import io.windhover.policies.bag.plan.MachineQueue;
import io.windhover.policies.bag.plan.Stock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The plan for tasks that {@link Fallback} cannot promise to end in time, because it counts them
 * all as the largest, and machines as the slowest: a queue of tasks for each of the on-demand
 * machines that {@link FleetPlanner} chose. A machine is rented when its queue can be put off no
 * longer. Queues are kept as they were made: work only goes away from them, and then no task in
 * them ends later ({@link MachineQueue}), so what was in time stays so whatever the market does.
 */
final class Standby {
  /** What is due within this time is done now. */
  private static final long SOON_MILLIS = 1000;

  /** A machine is not kept for a queue that could be put off this much longer. */
  private static final long LATER_MILLIS = 60_000;

  private final Turn turn;
  private final List<PromisedQueue> queues;
  private final TreeSet<TaskId> running = new TreeSet<>();

  Standby(Turn turn) {
    this.turn = turn;
    this.queues = turn.memory.standby;
  }

  /** Forgets tasks that have ended or were lost to another on-demand machine, and empty queues. */
  void tidy() {
    if (queues.isEmpty()) {
      return;
    }
    TreeSet<TaskId> safe = new TreeSet<>();
    for (MachineView machine : turn.world.machines()) {
      for (AttemptView attempt : machine.attempts()) {
        if (turn.market.isOnDemand(machine)) {
          safe.add(attempt.id().task());
        } else if (machine.state() != MachineView.State.HIBERNATED && !attempt.stopping()) {
          running.add(attempt.id().task());
        }
      }
    }
    for (PromisedQueue queue : queues) {
      queue.tasks.removeIf(task -> safe.contains(task) || !isOpen(task));
      Optional<? extends MachineView> machine = turn.world.machine(queue.machine);
      if (machine.isEmpty() || machine.get().state() == MachineView.State.DRAINING) {
        queue.machine = 0;
      } else if (queue.tasks.isEmpty() && machine.get().state() == MachineView.State.REQUESTED) {
        turn.release(machine.get());
      }
    }
    queues.removeIf(queue -> queue.tasks.isEmpty());
    hold();
  }

  /** Keeps the machines of the queues, and the right to rent those that are not there, from all. */
  private void hold() {
    turn.promised.clear();
    for (PromisedQueue queue : queues) {
      turn.promisedTasks.addAll(queue.tasks);
      if (queue.machine == 0) {
        turn.market.count(queue.offer, 1);
      } else {
        turn.promised.add(queue.machine);
      }
    }
  }

  private GroupView group(TaskId task) {
    return turn.world.job(task.job()).groupOf(task);
  }

  private static int index(GroupView group, TaskId task) {
    return task.index() - group.task(0).index();
  }

  private boolean isOpen(TaskId task) {
    if (!turn.world.hasJob(task.job())) {
      return false;
    }
    JobView job = turn.world.job(task.job());
    GroupView group = job.groupOf(task);
    int index = index(group, task);
    return !job.over() && (group.isWaiting(index) || group.liveAttempts(index) > 0);
  }

  /**
   * Makes queues for what the fallback plan cannot end in time, if that is better than the fallback
   * plan; answers whether it did.
   */
  boolean adopt(Fallback fallback, Set<Integer> rejected) {
    List<Debt> debts = new ArrayList<>();
    for (Debt debt : fallback.debts) {
      if (!rejected.contains(debt.group.job().id())) {
        debts.add(debt);
      }
    }
    if (debts.isEmpty()) {
      return false;
    }
    List<Stock> stocks = new ArrayList<>();
    for (Offer offer : turn.market.onDemand()) {
      if (turn.market.left(offer) > 0) {
        long readyMillis = turn.nowMillis + turn.market.upMillis(offer);
        stocks.add(new Stock(offer, turn.market.left(offer), readyMillis));
      }
    }
    boolean spot = debts.stream().allMatch(debt -> turn.usesSpot(debt.group));
    FleetPlanner.Aim aim = spot ? FleetPlanner.Aim.SLACK : FleetPlanner.Aim.COST;
    List<DueTask> tasks = debts.stream().map(debt -> due(debt, stocks)).toList();
    Optional<FleetPlan> plan =
        FleetPlanner.plan(tasks, stocks, turn.market.onDemandUse(), aim)
            .filter(found -> found.slackMillis() > fallback.worstSlackMillis);
    plan.ifPresent(this::add);
    return plan.isPresent();
  }

  private DueTask due(Debt debt, List<Stock> stocks) {
    List<Long> runMillis = new ArrayList<>();
    for (Stock stock : stocks) {
      MachineSpec spec = stock.offer().machine();
      runMillis.add(
          spec.offers(debt.group.spec().need())
              ? turn.runtimes.restartMillis(debt.group, debt.index, spec.type())
              : DueTask.NEVER);
    }
    return new DueTask(
        debt.group.task(debt.index), debt.group.spec().need(), debt.deadlineMillis, runMillis);
  }

  private void add(FleetPlan plan) {
    for (FleetPlan.Machine machine : plan.machines()) {
      PromisedQueue queue = new PromisedQueue(machine.offer().name(), 0);
      machine.queue().forEach(task -> queue.tasks.add(task.id()));
      queues.add(queue);
      turn.promisedTasks.addAll(queue.tasks);
      turn.market.count(queue.offer, 1);
    }
  }

  /** Does what cannot be put off; answers how long the rest may be, as far as it is not rented. */
  long act() {
    long leastSlack = Long.MAX_VALUE;
    for (PromisedQueue queue : List.copyOf(queues)) {
      Optional<? extends MachineView> machine = turn.world.machine(queue.machine);
      if (machine.isPresent()) {
        use(queue, machine.get());
        continue;
      }
      Offer offer = turn.world.offer(queue.offer).orElse(null);
      turn.market.count(queue.offer, -1);
      if (offer == null || turn.market.left(offer) == 0) {
        // Its offer is gone or refuses: the fallback plan has these tasks again.
        queues.remove(queue);
        queue.tasks.forEach(turn.promisedTasks::remove);
        turn.wakeAt(turn.nowMillis + 1);
        continue;
      }
      MachineQueue played =
          new MachineQueue(offer.machine(), turn.nowMillis + turn.market.upMillis(offer));
      long slack = slackMillis(played, queue.tasks, offer.machine());
      if (slack <= SOON_MILLIS || queue.tasks.stream().anyMatch(t -> !turn.usesSpot(group(t)))) {
        queue.machine = turn.launch(offer);
        turn.memory.mark("on-demand", 0, turn.nowMillis);
      } else {
        turn.market.count(queue.offer, 1);
        turn.wakeAt(turn.nowMillis + slack - SOON_MILLIS / 2);
      }
      leastSlack = Math.min(leastSlack, slack);
    }
    return leastSlack;
  }

  private long slackMillis(MachineQueue played, List<TaskId> tasks, MachineSpec spec) {
    long slack = Long.MAX_VALUE;
    for (TaskId task : tasks) {
      GroupView group = group(task);
      long run = turn.runtimes.restartMillis(group, index(group, task), spec.type());
      long end = played.add(group.spec().need(), run);
      slack = Math.min(slack, group.job().deadlineAtMillis() - end);
    }
    return slack;
  }

  private long slackMillis(MachineView machine, List<TaskId> tasks) {
    MachineQueue played = new MachineQueue(machine.spec(), turn.nowMillis);
    for (AttemptView attempt : machine.attempts()) {
      long left = turn.runtimes.leftMillis(attempt, turn.nowMillis);
      played.occupy(attempt.group().spec().need(), turn.nowMillis + left);
    }
    return slackMillis(played, tasks, machine.spec());
  }

  /** Starts what has room. What runs elsewhere comes last, if all is in time like that. */
  private void use(PromisedQueue queue, MachineView machine) {
    if (machine.state() != MachineView.State.READY) {
      turn.keep(machine);
      return;
    }
    List<TaskId> waitingFirst = new ArrayList<>(queue.tasks);
    waitingFirst.removeIf(running::contains);
    queue.tasks.stream().filter(running::contains).forEach(waitingFirst::add);
    if (slackMillis(machine, waitingFirst) >= Math.min(0, slackMillis(machine, queue.tasks))) {
      queue.tasks.clear();
      queue.tasks.addAll(waitingFirst);
    }
    while (!queue.tasks.isEmpty()) {
      TaskId task = queue.tasks.get(0);
      GroupView group = group(task);
      Turn.Room room = turn.room(machine);
      if (!room.holds(group.spec().need())
          || group.liveAttempts(index(group, task)) >= Frugal.ATTEMPTS_MAX) {
        turn.keep(machine);
        return;
      }
      if (running.contains(task) && mayWait(queue, machine)) {
        return;
      }
      turn.start(group, index(group, task), room);
      turn.memory.count("migrations.onDemand");
      queue.tasks.remove(0);
    }
  }

  /** All that is left runs elsewhere: it is not run twice before it must be. */
  private boolean mayWait(PromisedQueue queue, MachineView machine) {
    Turn.Room room = turn.room(machine);
    if (room.used) {
      // What this decision has started is not yet among the machine's attempts.
      turn.keep(machine);
      turn.wakeAt(turn.nowMillis + 1);
      return true;
    }
    long slack = slackMillis(machine, queue.tasks);
    if (slack <= SOON_MILLIS) {
      return false;
    }
    turn.wakeAt(turn.nowMillis + slack - SOON_MILLIS / 2);
    if (machine.attempts().isEmpty() && slack > turn.market.reserveMillis() + LATER_MILLIS) {
      turn.wakeAt(turn.nowMillis + slack - turn.market.reserveMillis() - SOON_MILLIS / 2);
      queue.machine = 0; // It goes back, and another is rented when it must be.
      turn.market.count(queue.offer, 1);
      turn.release(machine);
    } else {
      turn.keep(machine);
    }
    return true;
  }
}
