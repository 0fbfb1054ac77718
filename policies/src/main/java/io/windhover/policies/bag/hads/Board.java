package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All places for the tasks of a bag while moves are weighed. */
final class Board {
  static final Comparator<Seat> BY_PRICE = Comparator.comparingLong(seat -> seat.pricePerHourNanos);

  /** Algorithm 6, lines 3 and 15: spot first; then, as in Algorithm 4, by price. */
  static final Comparator<Seat> SPOT_FIRST =
      Comparator.comparing((Seat seat) -> !seat.spot).thenComparing(BY_PRICE);

  final Turn turn;
  final Bag bag;

  /** VMs that are there and can be given tasks, by id; and those that were added. */
  final List<Seat> seats = new ArrayList<>();

  private final Map<String, Integer> addedByOffer = new TreeMap<>();
  private int added;

  Board(Turn turn, Bag bag) {
    this.turn = turn;
    this.bag = bag;
    for (Vm vm : bag.vms.values()) {
      if (vm.isOpen()) {
        seats.add(new Seat(vm, turn.nowMillis));
      }
    }
  }

  /** Idle ones, then busy ones, each in the given order. */
  List<Seat> inOrder(Comparator<Seat> order) {
    List<Seat> ordered = new ArrayList<>(seats);
    ordered.sort(Comparator.comparing((Seat seat) -> !seat.idle).thenComparing(order));
    return ordered;
  }

  /** Whether one more VM of this on-demand offer could be rented. */
  boolean canAdd(Offer offer) {
    return turn.launchesAllowed()
        && turn.left(offer) > addedByOffer.getOrDefault(offer.name(), 0)
        && turn.leftInMarket(offer) > added;
  }

  /** Counts a VM as rented that is only thought of. */
  void add(Seat seat) {
    Offer offer = seat.offer;
    if (offer != null) {
      addedByOffer.merge(offer.name(), 1, Integer::sum);
      added++;
    }
    seats.add(seat);
  }
}
