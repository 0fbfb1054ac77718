package io.windhover.app.service;

import io.windhover.app.place.BodyReader;
import io.windhover.app.place.Wish;
import java.util.List;

/** What the service can be asked. */
public sealed interface Ask {
  record PutHost(BodyReader.HostBody described) implements Ask {}

  record RemoveHost(String host) implements Ask {}

  /** Hosts by name after the given one, at most so many. */
  record ListHosts(String after, int limit) implements Ask {}

  /**
   * Part of a list.
   *
   * @param after the name of the last one seen; empty: from the beginning
   * @param host only those on this host; empty: on any
   * @param state only those in this state; empty: in any
   */
  record Part(String after, int limit, String host, String state) {}

  record ListPlacements(Part part) implements Ask {
    public static final List<String> STATES = List.of("reserved", "confirmed");
  }

  record ListInstances(Part part) implements Ask {
    public static final List<String> STATES = List.of("running", "victim", "overdue");
  }

  record ShowInstance(String instance) implements Ask {}

  record ShowHost(String host) implements Ask {}

  record Place(Wish.OnTerms terms) implements Ask {}

  record Show(String placement) implements Ask {}

  record Confirm(String placement) implements Ask {}

  record Release(String placement) implements Ask {}

  record EndInstance(String instance) implements Ask {}
}
