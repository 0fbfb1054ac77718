package io.windhover.policies.bag.plan;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans a bag for machines that are rented at once, under limits that count machines or their
 * cores. {@code bag} and {@code on-demand} ask it when their own, cheaper plans would be late.
 *
 * <p>Several simple plans are drafted for each part of the catalogue, and the best is taken. So a
 * plan that was in time stays so when a type is added to the catalogue, whatever that type is like:
 * the plan without it is among the drafts. That holds for up to {@value #ALL_PARTS_MAX} types; of
 * more, and of very large bags, not every part is tried.
 */
public final class FleetPlanner {
  private static final int ALL_PARTS_MAX = 6;

  /** Tasks times machines of all drafts together; about a second of work. */
  private static final long LOOKS_MAX = 60_000_000;

  /** Whichever of two plans in time is better. */
  public enum Aim {
    /** The cheaper one. */
    COST,
    /** The one that ends its tasks longer before their deadlines, and so can be put off longer. */
    SLACK
  }

  private final List<DueTask> tasks;
  private final List<Stock> stocks;
  private final MarketUse use;
  private final Aim aim;
  private final Need largest;
  private final double[] power;
  private final List<Integer> whole = new ArrayList<>();
  private long looksLeft = LOOKS_MAX;
  private @Nullable FleetPlan best;

  private FleetPlanner(List<DueTask> tasks, List<Stock> stocks, MarketUse use, Aim aim) {
    this.tasks = tasks;
    this.stocks = stocks;
    this.use = use;
    this.aim = aim;
    int cores = 1;
    long memoryBytes = 0;
    for (DueTask task : tasks) {
      cores = Math.max(cores, task.need().cores());
      memoryBytes = Math.max(memoryBytes, task.need().memoryBytes());
    }
    this.largest = new Need(List.of(), cores, memoryBytes);
    this.power = new double[stocks.size()];
    for (int stock = 0; stock < power.length; stock++) {
      power[stock] = power(stock);
      whole.add(stock);
    }
  }

  /** How much of the bag a machine does in a given time, if it did all kinds of tasks alike. */
  private double power(int stock) {
    double sum = 0;
    for (DueTask task : tasks) {
      if (task.runsOn(stock)) {
        long room = FleetDraft.room(machine(stock), task.need());
        sum += (double) room / Math.max(1, task.runMillisOn(stock));
      }
    }
    return sum;
  }

  /**
   * The best plan found: one in time if any is, else the one that is least late. Empty when there
   * is no plan for all tasks.
   *
   * @param use what of the market is rented already; its limits count that too
   */
  public static Optional<FleetPlan> plan(
      List<DueTask> tasks, List<Stock> stocks, MarketUse use, Aim aim) {
    if (tasks.isEmpty() || stocks.isEmpty()) {
      return Optional.empty();
    }
    FleetPlanner planner = new FleetPlanner(tasks, stocks, use, aim);
    planner.search();
    return Optional.ofNullable(planner.best);
  }

  private void search() {
    int count = stocks.size();
    List<List<Integer>> small = new ArrayList<>();
    List<List<Integer>> others = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      small.add(List.of(s));
    }
    if (count > 1) {
      small.add(0, whole);
    }
    if (count <= ALL_PARTS_MAX) {
      for (int mask = 1; mask < (1 << count) - 1; mask++) {
        if (Integer.bitCount(mask) > 1) {
          int chosen = mask;
          others.add(whole.stream().filter(s -> (chosen >> s & 1) == 1).toList());
        }
      }
    } else {
      for (int leftOut = 0; leftOut < count; leftOut++) {
        int out = leftOut;
        others.add(whole.stream().filter(s -> s != out).toList());
        for (int other = leftOut + 1; other < count; other++) {
          others.add(List.of(leftOut, other));
        }
      }
    }
    small.forEach(this::draft);
    if (best == null || !best.inTime()) {
      others.forEach(this::draft);
    }
  }

  /**
   * Every kind of plan for a part of the catalogue. Nothing of the rest of the catalogue enters, so
   * the plans are the same as if there were no more than this part.
   */
  private void draft(List<Integer> part) {
    List<Integer> byPower = new ArrayList<>(part);
    byPower.sort(Comparator.comparingDouble((Integer s) -> -power[s]).thenComparing(s -> s));
    List<Integer> byPowerOfCore = new ArrayList<>(part);
    byPowerOfCore.sort(
        Comparator.comparingDouble((Integer s) -> -power[s] / machine(s).cores())
            .thenComparing(s -> s));
    List<Integer> byRoom = new ArrayList<>(part);
    byRoom.sort(
        Comparator.comparingLong((Integer s) -> -FleetDraft.room(machine(s), largest))
            .thenComparing(s -> s));
    List<List<DueTask>> orders = TaskOrders.of(tasks, part);
    for (List<DueTask> order : orders) {
      consider(() -> fresh(part).spread(order, byPower));
      if (stocks.get(0).offer().marketCores() > 0) {
        consider(() -> fresh(part).spread(order, byPowerOfCore));
      }
      if (aim == Aim.COST || best == null || !best.inTime()) {
        draftFilled(order, part, byPower);
      }
    }
    consider(() -> fresh(part).spreadAlike(orders.get(0), byRoom, largest));
  }

  private MachineSpec machine(int stock) {
    return stocks.get(stock).offer().machine();
  }

  /**
   * Cheap machines first; when they would be too few, as many of the most powerful ones among them
   * as it takes, by halving.
   */
  private void draftFilled(List<DueTask> order, List<Integer> part, List<Integer> byPower) {
    int most = Math.min(machinesLeft(part), tasks.size());
    if (consider(() -> fresh(part).filled(order))) {
      return;
    }
    int tooFew = 0;
    int enough = most + 1;
    while (enough - tooFew > 1) {
      int powerful = (tooFew + enough) / 2;
      if (consider(() -> mixed(part, byPower, powerful).filled(order))) {
        enough = powerful;
      } else {
        tooFew = powerful;
      }
    }
  }

  private FleetDraft fresh(List<Integer> part) {
    int[] left = new int[stocks.size()];
    part.forEach(s -> left[s] = stocks.get(s).left());
    return new FleetDraft(stocks, left, use);
  }

  /** A draft that may rent so many of the most powerful machines, and cheap ones besides. */
  private FleetDraft mixed(List<Integer> part, List<Integer> byPower, int powerful) {
    int[] left = new int[stocks.size()];
    MarketUse used = take(left, byPower, powerful, use);
    List<Integer> byPrice = new ArrayList<>(part);
    byPrice.sort(
        Comparator.comparingDouble(
                (Integer s) -> machine(s).pricePerHourNanos() / Math.max(1e-9, power[s]))
            .thenComparing(s -> s));
    take(left, byPrice, Integer.MAX_VALUE, used);
    return new FleetDraft(stocks, left, use);
  }

  /** Adds so many machines, or as many as there are, in the given order; answers what is used. */
  private MarketUse take(int[] left, List<Integer> order, int machines, MarketUse used) {
    MarketUse sum = used;
    int missing = machines;
    for (int stock : order) {
      Offer offer = stocks.get(stock).offer();
      int there = Math.min(stocks.get(stock).left() - left[stock], sum.room(offer));
      int taken = Math.min(missing, there);
      left[stock] += taken;
      missing -= taken;
      sum = sum.plus(offer, taken);
    }
    return sum;
  }

  /**
   * How many machines of these stocks the market lets one rent; its smallest, if it counts cores.
   */
  private int machinesLeft(List<Integer> part) {
    return part.stream().mapToInt(s -> use.room(stocks.get(s).offer())).max().orElse(0);
  }

  /** Answers whether the draft is in time. */
  private boolean consider(Supplier<Optional<FleetPlan>> draft) {
    long machines = Math.min(tasks.size(), machinesLeft(whole));
    if (best != null && looksLeft < 0) {
      return false;
    }
    looksLeft -= tasks.size() * machines;
    Optional<FleetPlan> plan = draft.get();
    if (plan.isPresent() && (best == null || isBetter(plan.get(), best))) {
      best = plan.get();
    }
    return plan.filter(FleetPlan::inTime).isPresent();
  }

  private boolean isBetter(FleetPlan plan, FleetPlan than) {
    if (plan.inTime() != than.inTime()) {
      return plan.inTime();
    }
    boolean cheaper = plan.costNanos() < than.costNanos();
    boolean wider = plan.slackMillis() > than.slackMillis();
    boolean bySlack = aim == Aim.SLACK || !plan.inTime();
    if (bySlack) {
      return wider || (plan.slackMillis() == than.slackMillis() && cheaper);
    }
    return cheaper || (plan.costNanos() == than.costNanos() && wider);
  }
}
