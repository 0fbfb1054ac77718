package io.windhover.policies.bag;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.plan.BagTask;
import io.windhover.policies.bag.plan.DueTask;
import io.windhover.policies.bag.plan.FleetPlan;
import io.windhover.policies.bag.plan.Plan;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One decision of a {@link PlanFollower} in the making. */
final class PlanTurn {
  /** Larger bags are not planned, and no more tasks than this stand in queues. */
  private static final int TASKS_MAX = 20_000;

  /** How long an offer is left alone after it was refused. */
  private static final long SHUT_MILLIS = 60_000;

  /** Kept free before the last moment at which frozen work can begin again elsewhere. */
  private static final long MARGIN_MILLIS = 60_000;

  private final PlanFollower follower;
  private final WorldView world;
  private final PlanQueues queues;
  private final long nowMillis;
  private final Rentals rentals;
  private final List<Action> actions = new ArrayList<>();
  private final SortedMap<Integer, Outlook> outlooks = new TreeMap<>();
  private final SortedSet<Integer> startsHere = new TreeSet<>();
  private final SortedSet<Long> wakes = new TreeSet<>();

  PlanTurn(PlanFollower follower, WorldView world, PlanQueues queues) {
    this.follower = follower;
    this.world = world;
    this.queues = queues;
    this.nowMillis = world.nowMillis();
    this.rentals = new Rentals(world);
  }

  Decision decide(List<Event> batch) {
    for (Event event : batch) {
      if (event instanceof MachineChange.LaunchRefused refused) {
        queues.refused(refused.machine(), nowMillis + SHUT_MILLIS);
      }
    }
    tidy();
    look();
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted) {
        planAndRent(world.job(submitted.job()));
      }
    }
    placeTheRest();
    start();
    rescueFrozen();
    giveBack();
    wakes.stream().filter(at -> at > nowMillis).forEach(at -> actions.add(new Action.WakeAt(at)));
    return new Decision(actions, List.of(), queues);
  }

  /** Forgets machines that can start nothing, and tasks that no longer wait or no longer fit. */
  private void tidy() {
    for (int id : queues.machines()) {
      MachineView machine = world.machine(id).orElse(null);
      if (machine == null || !takesWork(machine)) {
        queues.close(id);
      } else {
        queues.tasks(id).removeIf(task -> !waits(task) || !machine.spec().offers(need(task)));
      }
    }
  }

  private static boolean takesWork(MachineView machine) {
    return (machine.state() == State.READY || machine.state() == State.REQUESTED)
        && machine.noticeMillis() == Long.MAX_VALUE;
  }

  private boolean waits(TaskId task) {
    JobView job = world.job(task.job());
    GroupView group = job.groupOf(task);
    int index = task.index() - group.task(0).index();
    return !job.over() && group.open() && group.isWaiting(index) && group.liveAttempts(index) == 0;
  }

  private Need need(TaskId task) {
    return group(task).need();
  }

  private TaskGroup group(TaskId task) {
    return world.job(task.job()).groupOf(task).spec();
  }

  private void look() {
    for (MachineView machine : world.machines()) {
      if (machine.state() == State.READY || machine.state() == State.REQUESTED) {
        Outlook outlook = Outlook.of(machine, readyMillis(machine), nowMillis);
        if (queues.has(machine.id())) {
          for (TaskId task : queues.tasks(machine.id())) {
            TaskGroup group = group(task);
            outlook.add(group.need(), Outlook.runMillis(group.runtime(), machine.spec()));
          }
        }
        outlooks.put(machine.id(), outlook);
      }
    }
  }

  private long readyMillis(MachineView machine) {
    if (machine.state() == State.READY) {
      return nowMillis;
    }
    long startUp = world.offer(machine.offer()).map(Offer::startUpMillis).orElse(0L);
    return Math.max(nowMillis, machine.requestedAtMillis() + startUp);
  }

  /**
   * On demand a plan is followed only if it is in time with the machines that can be had; else one
   * is made that asks for no more than that. With machines there already, the tasks of a bag that
   * no plan ends in time are placed one by one.
   */
  private void planAndRent(JobView job) {
    Optional<Plan> plan = plan(job);
    if (follower.market() == Market.ON_DEMAND && isPlannable(job)) {
      OnDemandStock stock = new OnDemandStock(job, nowMillis, onDemandOffers(), rentals);
      if (plan.filter(stock::keeps).isEmpty()) {
        Optional<FleetPlan> fleet =
            stock.plan().filter(p -> p.inTime() || world.machines().isEmpty());
        if (fleet.isPresent()) {
          rent(fleet.get());
          return;
        }
      }
    }
    plan.ifPresent(this::rent);
  }

  private List<Offer> onDemandOffers() {
    return world.offers().stream().filter(o -> !o.isSpot() && isToBeHad(o)).toList();
  }

  private void rent(FleetPlan plan) {
    for (FleetPlan.Machine planned : plan.machines()) {
      Outlook outlook = launch(planned.offer());
      for (DueTask task : planned.queue()) {
        TaskGroup group = group(task.id());
        put(task.id(), outlook, Outlook.runMillis(group.runtime(), planned.offer().machine()));
      }
    }
  }

  private static boolean isPlannable(JobView job) {
    return !job.over()
        && job.deadlineAtMillis() != Deadline.NEVER_MILLIS
        && job.spec().taskCount() <= TASKS_MAX
        && job.groups().stream().allMatch(GroupView::open);
  }

  /**
   * The plan for a bag with a deadline, as the primary scheduler makes it; made again for an
   * earlier deadline when it would end late after the longest launch.
   */
  private Optional<Plan> plan(JobView job) {
    if (!isPlannable(job)) {
      return Optional.empty();
    }
    List<BagTask> tasks = new ArrayList<>();
    for (GroupView group : job.groups()) {
      for (PrimitiveIterator.OfInt ready = group.readyIndexes(); ready.hasNext(); ) {
        TaskGroup spec = group.spec();
        tasks.add(new BagTask(group.task(ready.nextInt()), spec.need(), spec.runtime()));
      }
    }
    long launchMillis = world.offers().stream().mapToLong(Offer::startUpMillis).max().orElse(0);
    long spanMillis = job.deadlineAtMillis() - nowMillis;
    return follower
        .planner()
        .plan(tasks, world.offers(), spanMillis)
        .filter(plan -> endAfterLaunchesMillis(plan) <= spanMillis)
        .or(() -> follower.planner().plan(tasks, world.offers(), spanMillis - launchMillis));
  }

  private static long endAfterLaunchesMillis(Plan plan) {
    return plan.machines().stream().mapToLong(Plan.Machine::endAfterLaunchMillis).max().orElse(0);
  }

  /** Tasks of planned machines that cannot be had are placed with the rest. */
  private void rent(Plan plan) {
    for (Plan.Machine planned : plan.machines()) {
      Offer offer = offerFor(planned.offer());
      if (offer != null) {
        Outlook outlook = launch(offer);
        for (Plan.Slot slot : planned.slots()) {
          put(slot.task().id(), outlook, slot.endMillis() - slot.startMillis());
        }
      }
    }
  }

  /** The offer of the planned type in the follower's market; spot may fall back on the plan's. */
  private @Nullable Offer offerFor(Offer planned) {
    for (Offer offer : world.offers()) {
      if (offer.market() == follower.market()
          && offer.machine().type().equals(planned.machine().type())
          && isToBeHad(offer)) {
        return offer;
      }
    }
    return follower.market() == Market.SPOT && isToBeHad(planned) ? planned : null;
  }

  private boolean isToBeHad(Offer offer) {
    return rentals.canRent(offer) && !queues.isShut(offer.name(), nowMillis);
  }

  private Outlook launch(Offer offer) {
    int id = rentals.rent(offer, actions);
    queues.open(id, offer.name());
    Outlook outlook = Outlook.fresh(id, offer.machine(), nowMillis + offer.startUpMillis());
    outlooks.put(id, outlook);
    return outlook;
  }

  private void put(TaskId task, Outlook outlook, long runMillis) {
    queues.add(outlook.machine(), task);
    outlook.add(need(task), runMillis);
  }

  private void placeTheRest() {
    SortedSet<TaskId> queued = queues.all();
    int room = TASKS_MAX - queued.size();
    boolean anyLeft = false;
    for (GroupView group : world.readyGroups()) {
      long targetMillis = -1; // looks at the whole job, and mostly nobody asks
      PrimitiveIterator.OfInt ready = group.readyIndexes();
      while (ready.hasNext() && room > 0) {
        int index = ready.nextInt();
        TaskId task = group.task(index);
        if (!queued.contains(task) && group.liveAttempts(index) == 0) {
          targetMillis = targetMillis < 0 ? Target.millis(group, nowMillis) : targetMillis;
          if (!place(task, group.spec(), targetMillis)) {
            anyLeft = true;
            break; // its fellows are alike
          }
          room--;
        }
      }
    }
    if (anyLeft) {
      wakes.addAll(queues.reopenings(nowMillis));
    }
  }

  private boolean place(TaskId task, TaskGroup group, long targetMillis) {
    Optional<LeastCost.Choice> found =
        LeastCost.of(
            group.need(),
            group.runtime(),
            targetMillis,
            nowMillis,
            outlooks.values(),
            onDemandOffers());
    if (found.isEmpty()) {
      return false;
    }
    LeastCost.Choice choice = found.get();
    Offer offer = choice.rented();
    Outlook outlook = offer == null ? choice.outlook() : launch(offer);
    if (!queues.has(outlook.machine())) {
      queues.open(
          outlook.machine(), world.machine(outlook.machine()).map(MachineView::offer).orElse(""));
    }
    put(task, outlook, choice.runMillis());
    return true;
  }

  /** Each machine takes from the head of its queue what has room. */
  private void start() {
    for (int id : queues.machines()) {
      MachineView machine = world.machine(id).orElse(null);
      if (machine == null || machine.state() != State.READY) {
        continue;
      }
      int cores = machine.freeCores();
      long memoryBytes = machine.freeMemoryBytes();
      Deque<TaskId> tasks = queues.tasks(id);
      while (!tasks.isEmpty()) {
        Need need = need(tasks.getFirst());
        cores -= need.cores();
        memoryBytes -= need.memoryBytes();
        if (cores < 0 || memoryBytes < 0) {
          break;
        }
        actions.add(new Action.Assign(world.nextAttempt(tasks.removeFirst()), id));
        startsHere.add(id);
      }
    }
  }

  /**
   * What runs on a frozen machine waits for it until it must begin again elsewhere to be in time. A
   * rented machine may stay frozen for ever, so without a deadline there is no waiting for it.
   */
  private void rescueFrozen() {
    for (MachineView machine : world.machines()) {
      if (machine.state() != State.HIBERNATED) {
        continue;
      }
      for (AttemptView attempt : machine.attempts()) {
        long trigger = triggerMillis(attempt.group(), !machine.offer().isEmpty());
        if (trigger <= nowMillis && !attempt.stopping()) {
          actions.add(new Action.Stop(attempt.id()));
          wakes.add(nowMillis + 1);
        } else if (trigger < Long.MAX_VALUE) {
          wakes.add(trigger);
        }
      }
    }
  }

  private long triggerMillis(GroupView group, boolean rented) {
    long deadline = group.job().deadlineAtMillis();
    if (deadline == Deadline.NEVER_MILLIS) {
      return rented ? nowMillis : Long.MAX_VALUE;
    }
    long launchMillis = world.offers().stream().mapToLong(Offer::startUpMillis).max().orElse(0);
    return deadline - Target.longestMillis(group.spec()) - launchMillis - MARGIN_MILLIS;
  }

  private void giveBack() {
    for (MachineView machine : world.machines()) {
      boolean idle =
          machine.attempts().isEmpty()
              && !startsHere.contains(machine.id())
              && (!queues.has(machine.id()) || queues.tasks(machine.id()).isEmpty());
      if (machine.offer().isEmpty() || !idle) {
        continue;
      }
      boolean up = machine.state() == State.READY || machine.state() == State.DRAINING;
      long at = up ? follower.release().atMillis(machine.readyAtMillis(), nowMillis) : nowMillis;
      if (at <= nowMillis) {
        queues.close(machine.id());
        actions.add(new Action.Release(machine.id()));
      } else {
        wakes.add(at);
      }
    }
  }
}
