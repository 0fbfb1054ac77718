package io.windhover.policies.bag.frugal;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rents as many spot machines as are worth their launch, and gives back what has nothing to do. */
final class Fleet {
  private static final double MINUTE_MILLIS = 60_000;

  private final Turn turn;
  private final BagSettings settings;

  Fleet(Turn turn, BagSettings settings) {
    this.turn = turn;
    this.settings = settings;
  }

  boolean hasOnDemand() {
    return turn.world.machines().stream().anyMatch(turn.market::isOnDemand);
  }

  /** What waits for a core: how many tasks, how much work, and the largest need among them. */
  private static final class Demand {
    long tasks;
    double workMillis;
    long longestMillis;
    int cores = 1;
    long memoryBytes;

    void add(GroupView group, long count, long millis) {
      tasks += count;
      workMillis += (double) millis * count;
      longestMillis = Math.max(longestMillis, millis);
      cores = Math.max(cores, group.spec().need().cores());
      memoryBytes = Math.max(memoryBytes, group.spec().need().memoryBytes());
    }

    Need need() {
      return new Need(List.of(), cores, memoryBytes);
    }
  }

  void rent(Fallback fallback, Set<Integer> rejected) {
    Demand spot = new Demand();
    Demand onDemand = new Demand();
    demandOfWaiting(fallback, rejected, spot, onDemand);
    if (spot.tasks == 0 && onDemand.tasks == 0) {
      giveBackRequested();
      return;
    }
    rent(spot, turn.market.spot());
    rent(onDemand, turn.market.onDemand());
  }

  private void demandOfWaiting(
      Fallback fallback, Set<Integer> rejected, Demand spot, Demand onDemand) {
    WaitingTasks waiting = turn.memory.waiting();
    for (int at = waiting.from(turn.world); at < waiting.size(); at++) {
      if (waiting.ready(turn.world, at) == 0) {
        continue;
      }
      GroupView group = waiting.group(turn.world, at);
      if (rejected.contains(group.job().id())) {
        continue;
      }
      int count = group.ready() - turn.startedOf(group);
      if (count > 0) {
        boolean onSpot = turn.usesSpot(group);
        long millis = turn.runtimes.fullMillis(group.spec(), "");
        if (!onSpot) {
          int unpromised = count - promised(group);
          if (unpromised > 0) {
            onDemand.add(group, unpromised, millis);
          }
        } else if (worthIt(group.job(), millis, fallback)) {
          spot.add(group, count, millis);
        }
      }
    }
    for (Filling.Stuck stuck : Filling.stuck(turn)) {
      if (turn.usesSpot(stuck.group()) && worthIt(stuck.group().job(), stuck.millis(), fallback)) {
        spot.add(stuck.group(), 1, stuck.millis());
      }
    }
  }

  private int promised(GroupView group) {
    TaskId first = group.task(0);
    TaskId end = new TaskId(first.job(), first.index() + group.spec().count());
    return turn.promisedTasks.subSet(first, end).size();
  }

  /**
   * A task that would have to be run on demand before it could end on spot is not worth a launch.
   */
  private boolean worthIt(JobView job, long millis, Fallback fallback) {
    if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
      return true;
    }
    long startUp = 0;
    for (Offer offer : turn.market.spot()) {
      startUp = Math.max(startUp, offer.startUpMillis());
    }
    return Math.min(fallback.slackMillis, turn.standbySlackMillis)
        > startUp + Math.min(millis, 4 * settings.checkpoints().fixedMillis());
  }

  private void rent(Demand demand, List<Offer> offers) {
    if (demand.tasks == 0 || offers.isEmpty()) {
      return;
    }
    Need need = demand.need();
    TreeMap<String, Long> slotsByType = new TreeMap<>();
    long have = 0;
    double workMillis = demand.workMillis;
    boolean spotMarket = offers.get(0).isSpot();
    for (MachineView machine : turn.world.machines()) {
      boolean same = spotMarket ? turn.market.isSpot(machine) : turn.market.isOnDemand(machine);
      if (!same
          || machine.state() == MachineView.State.HIBERNATED
          || machine.state() == MachineView.State.DRAINING
          || turn.isPromised(machine)
          || turn.isReleased(machine)) {
        continue;
      }
      long slots = Market.slots(machine.spec(), need);
      have += slots;
      slotsByType.merge(machine.spec().type(), slots, Long::sum);
      for (AttemptView attempt : machine.attempts()) {
        workMillis += turn.runtimes.leftMillis(attempt, turn.nowMillis);
      }
    }
    long busy = 0;
    for (MachineView machine : turn.world.machines()) {
      if (spotMarket
          ? turn.market.isSpot(machine) && machine.state() != MachineView.State.HIBERNATED
          : turn.market.isOnDemand(machine) && !turn.isPromised(machine)) {
        busy += machine.attempts().size();
      }
    }
    long target = target(demand, workMillis, busy + turn.startedCount(), offers);
    while (have < target) {
      Offer best = best(offers, need, slotsByType, have, target - have);
      if (best == null) {
        return;
      }
      turn.launch(best);
      long slots = Market.slots(best.machine(), need);
      have += slots;
      slotsByType.merge(best.machine().type(), slots, Long::sum);
    }
  }

  /** With free launches a core for each task; the dearer a launch, the more work for each core. */
  private long target(Demand demand, double workMillis, long busy, List<Offer> offers) {
    long billed = 0;
    for (Offer offer : offers) {
      billed =
          Math.max(
              billed,
              Math.max(offer.billing().startUpMillis(), offer.billing().minimumMillis() / 2));
    }
    double span =
        Math.max(
            (double) demand.longestMillis,
            settings.exposureMillis() * Math.sqrt(billed / MINUTE_MILLIS));
    long byWork = billed == 0 ? Long.MAX_VALUE : (long) Math.ceil(workMillis / span);
    return Math.min(busy + demand.tasks, byWork);
  }

  private @Nullable Offer best(
      List<Offer> offers, Need need, SortedMap<String, Long> slotsByType, long have, long missing) {
    Offer best = null;
    double bestPrice = Double.MAX_VALUE;
    for (Offer offer : offers) {
      int slots = Market.slots(offer.machine(), need);
      if (slots == 0 || !turn.market.mayRent(offer)) {
        continue;
      }
      double share =
          have == 0 ? 0 : (double) slotsByType.getOrDefault(offer.machine().type(), 0L) / have;
      double price =
          (double) offer.machine().pricePerHourNanos()
              / Math.min(slots, missing)
              * (1 + settings.mixPerMille() / 1000.0 * share);
      if (price < bestPrice) {
        best = offer;
        bestPrice = price;
      }
    }
    return best;
  }

  private void giveBackRequested() {
    for (MachineView machine : turn.world.machines()) {
      if (turn.market.isSpot(machine) && machine.state() == MachineView.State.REQUESTED) {
        turn.release(machine);
      }
    }
  }

  void giveBackFrozen() {
    for (MachineView machine : turn.world.machines()) {
      if (machine.state() == MachineView.State.HIBERNATED
          && !machine.offer().isEmpty()
          && machine.attempts().isEmpty()) {
        turn.release(machine);
      }
    }
  }

  /** A machine without work is given back at once, a frozen one when nothing on it is needed. */
  void giveBackIdle() {
    for (Turn.Room room : turn.rooms()) {
      MachineView machine = room.machine;
      if (!machine.offer().isEmpty()
          && machine.attempts().isEmpty()
          && !room.used
          && !turn.isKept(machine)) {
        turn.release(machine);
      }
    }
  }
}
