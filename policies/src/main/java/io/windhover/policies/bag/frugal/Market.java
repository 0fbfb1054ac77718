package io.windhover.policies.bag.frugal;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.plan.MarketUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What can be rented at this moment, and what is. */
final class Market {
  private final WorldView world;
  private final BagSettings settings;
  private final BagMemory memory;
  private final List<Offer> spot = new ArrayList<>();
  private final List<Offer> onDemand = new ArrayList<>();
  private final TreeMap<String, Integer> rented = new TreeMap<>();
  private Need neededFor = new Need(List.of(), 1, 0);
  private long neededSlots;
  private int rentedSpot;
  private int rentedOnDemand;
  private long spotCores;
  private long onDemandCores;
  private boolean counted;

  Market(WorldView world, BagSettings settings, BagMemory memory) {
    this.world = world;
    this.settings = settings;
    this.memory = memory;
    for (Offer offer : world.offers()) {
      (offer.isSpot() ? spot : onDemand).add(offer);
    }
  }

  /** Only some decisions ask; most would look at every machine for nothing. */
  private void countOnce() {
    if (!counted) {
      counted = true;
      for (MachineView machine : world.machines()) {
        if (!machine.offer().isEmpty()) {
          add(machine.offer(), 1);
        }
      }
    }
  }

  /** Counts a machine more or less: one released, or one that is kept for somebody. */
  void count(String offerName, int change) {
    countOnce();
    add(offerName, change);
  }

  private void add(String offerName, int change) {
    rented.merge(offerName, change, Integer::sum);
    world
        .offer(offerName)
        .ifPresent(
            offer -> {
              if (offer.isSpot()) {
                rentedSpot += change;
                spotCores += (long) change * offer.machine().cores();
              } else {
                rentedOnDemand += change;
                onDemandCores += (long) change * offer.machine().cores();
              }
            });
  }

  List<Offer> spot() {
    return spot;
  }

  List<Offer> onDemand() {
    return onDemand;
  }

  boolean isOnDemand(MachineView machine) {
    return world.offer(machine.offer()).filter(offer -> !offer.isSpot()).isPresent();
  }

  boolean isSpot(MachineView machine) {
    return world.offer(machine.offer()).filter(Offer::isSpot).isPresent();
  }

  long startUpMillis(MachineView machine) {
    return world.offer(machine.offer()).map(Offer::startUpMillis).orElse(0L);
  }

  /** How long a launch by this offer may take. */
  long upMillis(Offer offer) {
    return offer.startUpMillis() + settings.marginMillis();
  }

  /** How long the slowest on-demand launch may take. */
  long reserveMillis() {
    long slowest = 0;
    for (Offer offer : onDemand) {
      slowest = Math.max(slowest, offer.startUpMillis());
    }
    return slowest + settings.marginMillis();
  }

  boolean onDemandHolds(Need need) {
    return onDemand.stream().anyMatch(offer -> offer.machine().offers(need));
  }

  boolean spotHolds(Need need) {
    return spot.stream().anyMatch(offer -> offer.machine().offers(need));
  }

  long longestMillis(TaskGroup group, Runtimes runtimes) {
    long longest = 0;
    for (Offer offer : onDemand.isEmpty() ? spot : onDemand) {
      longest = Math.max(longest, runtimes.fullMillis(group, offer.machine().type()));
    }
    return longest;
  }

  /** How many tasks of this size run there at once. */
  static int slots(MachineSpec spec, Need need) {
    return slots(spec.cores(), spec.memoryBytes(), need);
  }

  /** How many tasks of this size have room in so much. */
  static int slots(int cores, long memoryBytes, Need need) {
    long byMemory = need.memoryBytes() == 0 ? Integer.MAX_VALUE : memoryBytes / need.memoryBytes();
    return (int) Math.max(0, Math.min(cores / need.cores(), byMemory));
  }

  boolean isClosed(Offer offer) {
    return memory.closedUntilMillis.getOrDefault(offer.name(), 0L) > world.nowMillis();
  }

  /** How many more of it may be rented now. */
  int left(Offer offer) {
    if (isClosed(offer)) {
      return 0;
    }
    countOnce();
    int inMarket =
        offer.isSpot() ? offer.roomInMarket(rentedSpot, spotCores) : onDemandUse().room(offer);
    return Math.max(0, Math.min(inMarket, offer.limit() - rented.getOrDefault(offer.name(), 0)));
  }

  /** What is rented on demand. */
  MarketUse onDemandUse() {
    countOnce();
    return new MarketUse(rentedOnDemand, onDemandCores);
  }

  /**
   * From now on this decision must not rent small machines on demand where a limit counts machines
   * and so many places for tasks of this size may still be needed.
   */
  void promise(Need need, long slots) {
    neededFor = need;
    neededSlots = slots;
  }

  /** Whether one of it may be rented, and the places that are promised could still be. */
  boolean mayRent(Offer offer) {
    if (left(offer) == 0) {
      return false;
    }
    if (offer.isSpot() || neededSlots <= 0) {
      return true;
    }
    long needed = Math.min(neededSlots, launchableSlots(neededFor));
    add(offer.name(), 1);
    long slots = slots(offer.machine(), neededFor) + (long) launchableSlots(neededFor);
    add(offer.name(), -1);
    return slots >= needed;
  }

  /** Counts a launch of the decision that is being made. */
  void launched(Offer offer) {
    count(offer.name(), 1);
    if (!offer.isSpot()) {
      neededSlots -= slots(offer.machine(), neededFor);
    }
  }

  /** Counts a release of the decision that is being made: its places may be needed again. */
  void released(MachineView machine) {
    count(machine.offer(), -1);
    if (isOnDemand(machine)) {
      neededSlots += slots(machine.spec(), neededFor);
    }
  }

  /**
   * Places for tasks of this size on on-demand machines that could be launched: the largest
   * machines first, or, where cores are limited, those with most places for each core.
   */
  int launchableSlots(Need need) {
    Comparator<Offer> largest = Comparator.comparingDouble(o -> slots(o.machine(), need));
    long slots = launchableSlots(need, largest.reversed());
    if (onDemand.stream().anyMatch(offer -> offer.marketCores() > 0)) {
      Comparator<Offer> fullest =
          Comparator.comparingDouble(o -> (double) slots(o.machine(), need) / o.machine().cores());
      slots = Math.max(slots, launchableSlots(need, fullest.reversed()));
    }
    return (int) Math.min(slots, 1_000_000);
  }

  private long launchableSlots(Need need, Comparator<Offer> order) {
    List<Offer> offers = new ArrayList<>(onDemand);
    offers.sort(order);
    MarketUse use = onDemandUse();
    long slots = 0;
    for (Offer offer : offers) {
      int count = Math.min(use.room(offer), left(offer));
      use = use.plus(offer, count);
      slots += (long) count * slots(offer.machine(), need);
    }
    return slots;
  }
}
