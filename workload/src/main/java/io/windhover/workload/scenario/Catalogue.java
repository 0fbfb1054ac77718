package io.windhover.workload.scenario;

import io.windhover.core.model.Offer;
import java.util.List;

/**
 * What a provider rents out.
 *
 * @param offers in the order of the file, for each type spot before on demand
 */
public record Catalogue(String name, List<Offer> offers) {
  public Catalogue {
    offers = List.copyOf(offers);
  }

  /** The types, each once, in the order of the file. */
  public List<String> types() {
    return offers.stream().map(offer -> offer.machine().type()).distinct().toList();
  }
}
