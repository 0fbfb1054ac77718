package io.windhover.policies.bag.frugal;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
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

  /** Counts a launch, or a release, of the decision that is being made. */
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
    long byMemory =
        need.memoryBytes() == 0 ? Integer.MAX_VALUE : spec.memoryBytes() / need.memoryBytes();
    return (int) Math.min(spec.cores() / need.cores(), byMemory);
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
        offer.isSpot()
            ? offer.roomInMarket(rentedSpot, spotCores)
            : offer.roomInMarket(rentedOnDemand, onDemandCores);
    return Math.max(0, Math.min(inMarket, offer.limit() - rented.getOrDefault(offer.name(), 0)));
  }

  /** Places for tasks of this size on on-demand machines that could be launched, largest first. */
  int launchableSlots(Need need) {
    countOnce();
    List<Offer> largestFirst = new ArrayList<>(onDemand);
    largestFirst.sort(
        Comparator.comparingInt((Offer offer) -> slots(offer.machine(), need)).reversed());
    int machines = rentedOnDemand;
    long cores = onDemandCores;
    long slots = 0;
    for (Offer offer : largestFirst) {
      int count = Math.min(offer.roomInMarket(machines, cores), left(offer));
      machines += count;
      cores += (long) count * offer.machine().cores();
      slots += (long) count * slots(offer.machine(), need);
    }
    return (int) Math.min(slots, 1_000_000);
  }
}
