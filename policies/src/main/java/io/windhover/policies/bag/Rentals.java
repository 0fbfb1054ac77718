package io.windhover.policies.bag;

import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.plan.MarketUse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many machines of each offer and market are rented while a decision rents more. */
final class Rentals {
  private final SortedMap<String, Integer> byOffer = new TreeMap<>();
  private final Map<Market, Integer> byMarket = new EnumMap<>(Market.class);
  private final Map<Market, Long> coresByMarket = new EnumMap<>(Market.class);
  private final int firstId;
  private int launched;

  Rentals(WorldView world) {
    for (MachineView machine : world.machines()) {
      world.offer(machine.offer()).ifPresent(this::count);
    }
    firstId = world.nextMachineId();
  }

  private void count(Offer offer) {
    byOffer.merge(offer.name(), 1, Integer::sum);
    byMarket.merge(offer.market(), 1, Integer::sum);
    coresByMarket.merge(offer.market(), (long) offer.machine().cores(), Long::sum);
  }

  boolean canRent(Offer offer) {
    return byOffer.getOrDefault(offer.name(), 0) < offer.limit()
        && use(offer.market()).room(offer) > 0;
  }

  /** How many more may be rented by this offer, as far as its own limit goes. */
  int left(Offer offer) {
    return Math.max(0, offer.limit() - byOffer.getOrDefault(offer.name(), 0));
  }

  /** What is rented in a market. */
  MarketUse use(Market market) {
    return new MarketUse(byMarket.getOrDefault(market, 0), coresByMarket.getOrDefault(market, 0L));
  }

  /** Answers the id of the new machine. */
  int rent(Offer offer, List<Action> actions) {
    count(offer);
    int id = firstId + launched++;
    actions.add(new Action.Launch(id, offer.name()));
    return id;
  }
}
