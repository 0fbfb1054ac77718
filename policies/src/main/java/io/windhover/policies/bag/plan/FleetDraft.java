package io.windhover.policies.bag.plan;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Money;
import io.windhover.core.model.Need;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One try of {@link FleetPlanner}: a fleet from some of the stocks, and tasks put on it. */
final class FleetDraft {
  /** A machine of the fleet. */
  private static final class Open {
    final int stock;
    final MachineQueue queue;
    final List<DueTask> tasks = new ArrayList<>();

    Open(int stock, MachineSpec spec, long readyMillis) {
      this.stock = stock;
      this.queue = new MachineQueue(spec, readyMillis);
    }
  }

  private final List<Stock> stocks;
  private final int[] left;
  private final List<Open> fleet = new ArrayList<>();
  private MarketUse use;

  /**
   * A draft without machines.
   *
   * @param left how many of each stock it may rent
   * @param use what of the market is rented already
   */
  FleetDraft(List<Stock> stocks, int[] left, MarketUse use) {
    this.stocks = stocks;
    this.left = left.clone();
    this.use = use;
  }

  /**
   * Each task on the first machine that ends it in time, else on a new one with the cheapest room
   * for it: few machines, each used for as long as there is time. Empty when a task would be late.
   */
  Optional<FleetPlan> filled(List<DueTask> tasks) {
    for (DueTask task : tasks) {
      Open open = firstInTime(task);
      if (open == null) {
        open = cheapestNew(task);
      }
      if (open == null) {
        return Optional.empty();
      }
      put(task, open);
    }
    return Optional.of(plan());
  }

  private @Nullable Open firstInTime(DueTask task) {
    for (Open open : fleet) {
      if (task.runsOn(open.stock)) {
        long start = open.queue.startMillis(task.need());
        if (start <= task.deadlineMillis() - task.runMillisOn(open.stock)) {
          return open;
        }
      }
    }
    return null;
  }

  private @Nullable Open cheapestNew(DueTask task) {
    int best = -1;
    double bestPrice = Double.MAX_VALUE;
    for (int s = 0; s < left.length; s++) {
      if (canOpen(s)
          && task.runsOn(s)
          && stocks.get(s).readyMillis() + task.runMillisOn(s) <= task.deadlineMillis()) {
        MachineSpec spec = stocks.get(s).offer().machine();
        double price =
            (double) spec.pricePerHourNanos() * task.runMillisOn(s) / room(spec, task.need());
        if (price < bestPrice) {
          best = s;
          bestPrice = price;
        }
      }
    }
    return best < 0 ? null : open(best, stocks.get(best).readyMillis());
  }

  /** How many tasks with this need the machine has room for at once. */
  static long room(MachineSpec spec, Need need) {
    long byMemory =
        need.memoryBytes() == 0 ? Long.MAX_VALUE : spec.memoryBytes() / need.memoryBytes();
    return Math.min(spec.cores() / need.cores(), byMemory);
  }

  private boolean canOpen(int stock) {
    return left[stock] > 0 && use.room(stocks.get(stock).offer()) > 0;
  }

  private Open open(int stock, long readyMillis) {
    Open open = new Open(stock, stocks.get(stock).offer().machine(), readyMillis);
    fleet.add(open);
    left[stock]--;
    use = use.plus(stocks.get(stock).offer(), 1);
    return open;
  }

  private static void put(DueTask task, Open open) {
    open.queue.add(task.need(), task.runMillisOn(open.stock));
    open.tasks.add(task);
  }

  /**
   * As many machines as may be rented, in the given order of stocks, and each task where it ends
   * first. Empty when a task can run on none of them.
   */
  Optional<FleetPlan> spread(List<DueTask> tasks, List<Integer> order) {
    for (int stock : order) {
      while (canOpen(stock) && fleet.size() < tasks.size()) {
        open(stock, stocks.get(stock).readyMillis());
      }
    }
    for (DueTask task : tasks) {
      Open best = null;
      long bestEnd = Long.MAX_VALUE;
      for (Open open : fleet) {
        if (task.runsOn(open.stock)) {
          long start = open.queue.startMillis(task.need());
          long end = start == Long.MAX_VALUE ? start : start + task.runMillisOn(open.stock);
          if (end < bestEnd) {
            best = open;
            bestEnd = end;
          }
        }
      }
      if (best == null) {
        return Optional.empty();
      }
      put(task, best);
    }
    return Optional.of(plan());
  }

  private FleetPlan plan() {
    List<FleetPlan.Machine> machines = new ArrayList<>();
    long slack = Long.MAX_VALUE;
    long cost = 0;
    for (Open open : fleet) {
      if (open.tasks.isEmpty()) {
        continue;
      }
      Stock stock = stocks.get(open.stock);
      MachineSpec spec = stock.offer().machine();
      MachineQueue played = new MachineQueue(spec, stock.readyMillis());
      long last = stock.readyMillis();
      for (DueTask task : open.tasks) {
        long end = played.add(task.need(), task.runMillisOn(open.stock));
        slack = Math.min(slack, task.deadlineMillis() - end);
        last = Math.max(last, end);
      }
      machines.add(new FleetPlan.Machine(stock.offer(), open.tasks));
      Billing billing = stock.offer().billing();
      long metered =
          last - stock.readyMillis() + (billing.fromRequest() ? stock.offer().startUpMillis() : 0);
      cost += Money.costNanos(spec.pricePerHourNanos(), billing.chargedMillis(metered));
    }
    return new FleetPlan(machines, slack, cost);
  }

  /**
   * As {@link #spread}, with every task counted as the largest, as the longest run there is on any
   * of the stocks and as launched with the slowest; then played with what the tasks really need.
   */
  Optional<FleetPlan> spreadAlike(List<DueTask> tasks, List<Integer> order, Need largest) {
    long ready = order.stream().mapToLong(s -> stocks.get(s).readyMillis()).max().orElse(0);
    for (int stock : order) {
      while (canOpen(stock) && fleet.size() < tasks.size()) {
        open(stock, ready);
      }
    }
    for (DueTask task : tasks) {
      Open best = null;
      long bestStart = Long.MAX_VALUE;
      for (Open open : fleet) {
        long start = open.queue.startMillis(largest);
        if (start < bestStart && task.runsOn(open.stock)) {
          best = open;
          bestStart = start;
        }
      }
      if (best == null) {
        return Optional.empty();
      }
      best.queue.add(largest, task.longestMillis(order));
      best.tasks.add(task);
    }
    return Optional.of(plan());
  }
}
