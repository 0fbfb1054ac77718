package io.windhover.capacity;

import io.windhover.core.model.Offer;
import java.util.List;
import java.util.Set;

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
   * Something has become of several machines at one moment: whoever decides must know all of it, or
   * it decides for a world in which half of them have not thawed.
   */
  record SeenTogether(List<Sighting> sightings) implements SourceAnswer {
    public SeenTogether {
      sightings = List.copyOf(sightings);
    }
  }

  /**
   * All that is there and carries our mark. Missing from it may be, although they are there or will
   * be, machines that were asked for later than the survey, and those of unsettled leases.
   *
   * @param begunAtMillis when the desk was asked for the survey, which may be long before the
   *     source was; the time that the manager gave then
   * @param unsettled leases for which a call to rent or to give back waited or was under way while
   *     the source was looked at
   */
  record Surveyed(long begunAtMillis, Set<String> unsettled, List<Sighting> sightings)
      implements SourceAnswer {
    public Surveyed {
      unsettled = Set.copyOf(unsettled);
      sightings = List.copyOf(sightings);
    }

    /** While no call for a lease was under way. */
    public Surveyed(long begunAtMillis, List<Sighting> sightings) {
      this(begunAtMillis, Set.of(), sightings);
    }
  }

  /** A call failed; whether it took effect is not known. */
  record Failed(String what, String why) implements SourceAnswer {}
}
