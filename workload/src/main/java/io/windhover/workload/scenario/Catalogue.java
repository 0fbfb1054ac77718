package io.windhover.workload.scenario;

import io.windhover.core.model.Offer;
import java.util.List;
import java.util.Optional;

/**
 * What a provider rents out.
 *
 * @param offers in the order of the file, for each type spot before on demand
 * @param market what befalls its spot machines, when somebody has written it down
 */
public record Catalogue(String name, List<Offer> offers, Optional<MarketChoice> market) {
  public Catalogue {
    offers = List.copyOf(offers);
  }

  /** The types, each once, in the order of the file. */
  public List<String> types() {
    return types(offers);
  }

  static List<String> types(List<Offer> offers) {
    return offers.stream().map(offer -> offer.machine().type()).distinct().toList();
  }
}
