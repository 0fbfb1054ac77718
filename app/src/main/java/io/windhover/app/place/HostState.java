package io.windhover.app.place;

import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import java.util.List;

/** A host and what runs on it. */
public record HostState(Host host, List<Instance> instances) {
  public HostState {
    instances = List.copyOf(instances);
  }
}
