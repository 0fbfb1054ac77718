package io.windhover.core.step;

import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is rented of each offer and market, what has ended, and what is still paid for. */
final class Leases {
  private final Map<String, Integer> byOffer = new LinkedHashMap<>();
  private final Map<Market, Integer> byMarket = new EnumMap<>(Market.class);
  private final Map<Market, Long> coresByMarket = new EnumMap<>(Market.class);

  /** Machines that are no longer counted on, and are paid for until their leases end. */
  private final TreeMap<Integer, Machine> ending = new TreeMap<>();

  /** What the leases that have ended have cost. */
  long endedNanos;

  void begin(Machine machine) {
    count(machine, 1);
  }

  void giveBack(Machine machine) {
    count(machine, -1);
  }

  /** As it was offered when it was asked for, whatever came and whatever is offered since. */
  private void count(Machine machine, int change) {
    if (machine.isRented()) {
      byOffer.merge(machine.offer(), change, Integer::sum);
      byMarket.merge(machine.market, change, Integer::sum);
      coresByMarket.merge(machine.market, (long) change * machine.offeredCores, Long::sum);
    }
  }

  static int rented(Collection<Machine> machines) {
    return (int) machines.stream().filter(Machine::isRented).count();
  }

  /** What the rented ones among these cost an hour. */
  static long perHourNanos(Collection<Machine> machines) {
    return machines.stream()
        .filter(Machine::isRented)
        .mapToLong(machine -> machine.spec().pricePerHourNanos())
        .sum();
  }

  int rented(Offer offer) {
    return byOffer.getOrDefault(offer.name(), 0);
  }

  int rented(Market market) {
    return byMarket.getOrDefault(market, 0);
  }

  long rentedCores(Market market) {
    return coresByMarket.getOrDefault(market, 0L);
  }

  /** Nobody counts on the machine any more; it is paid for until now, or until that is told. */
  void end(Machine machine, boolean leaseGoesOn, long nowMillis) {
    if (leaseGoesOn && machine.isRented()) {
      ending.put(machine.id(), machine);
    } else {
      close(machine, nowMillis);
    }
  }

  private void close(Machine machine, long atMillis) {
    machine.endedAtMillis = atMillis;
    endedNanos += machine.costNanos(atMillis);
  }

  /** The provider has said when it stopped charging for a machine that nobody counts on. */
  void ended(MachineChange.LeaseEnded told, long atMillis) {
    Machine lease = ending.remove(told.machine());
    if (lease != null) {
      if (told.leasedSinceMillis() > 0) {
        long sinceMillis = Math.min(told.leasedSinceMillis(), atMillis);
        lease.wasLeased(sinceMillis, atMillis, told.frozenMillis());
      }
      lease.toldNanos = told.chargedNanos();
      close(lease, atMillis);
    }
  }

  void restoreEnding(Machine machine) {
    ending.put(machine.id(), machine);
  }

  Collection<Machine> ending() {
    return Collections.unmodifiableCollection(ending.values());
  }

  Optional<Machine> ending(int machine) {
    return Optional.ofNullable(ending.get(machine));
  }

  /** All leases of machines that nobody counts on any more, ended or not. */
  long nanos(long nowMillis) {
    return endedNanos + ending.values().stream().mapToLong(m -> m.costNanos(nowMillis)).sum();
  }
}
