package io.windhover.capacity;

import io.windhover.core.model.Offer;
import java.util.List;

/** What a manager hears from a source. */
public sealed interface SourceAnswer {
  /** What can be rented now. */
  record Offered(List<Offer> offers) implements SourceAnswer {
    public Offered {
      offers = List.copyOf(offers);
    }
  }

  /** Something has become of one machine. */
  record Seen(Sighting sighting) implements SourceAnswer {}

  /**
   * All that is there and carries our mark.
   *
   * @param begunAtMillis when the question was asked: what was rented later may be missing
   */
  record Surveyed(long begunAtMillis, List<Sighting> sightings) implements SourceAnswer {
    public Surveyed {
      sightings = List.copyOf(sightings);
    }
  }

  /** A call failed; whether it took effect is not known. */
  record Failed(String what, String why) implements SourceAnswer {}
}
