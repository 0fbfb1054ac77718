package com.example.placement;

import io.windhover.placement.HostFilter;
import io.windhover.placement.HostView;
import io.windhover.placement.Request;

/** Keeps preemptible instances off hosts with the trait "legacy", which end them too slowly. */
public final class NoSpotOnLegacy implements HostFilter {
  @Override
  public String label() {
    return "no-spot-on-legacy";
  }

  /** Null when the host will do; else why not, the same few words for every such host. */
  @Override
  public String rejects(HostView host, Request request) {
    boolean legacy = host.host().traits().contains("legacy");
    return request.preemptible() && legacy ? "legacy host" : null;
  }
}
