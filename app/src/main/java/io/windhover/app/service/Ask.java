package io.windhover.app.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.place.Wish;

/** What the service can be asked. */
public sealed interface Ask {
  /** A host as it was described; read when the present is known. */
  record PutHost(String host, JsonNode description) implements Ask {}

  record RemoveHost(String host) implements Ask {}

  /** Hosts by name after the given one, at most so many. */
  record ListHosts(String after, int limit) implements Ask {}

  record ShowHost(String host) implements Ask {}

  record Place(Wish.OnTerms terms) implements Ask {}

  record Show(String placement) implements Ask {}

  record Confirm(String placement) implements Ask {}

  record Release(String placement) implements Ask {}

  record EndInstance(String instance) implements Ask {}
}
