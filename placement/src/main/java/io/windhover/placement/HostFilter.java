package io.windhover.placement;

import org.jspecify.annotations.Nullable;

/** A hard condition on hosts. Must depend on its arguments only. */
public interface HostFilter {
  String label();

  /** Why the host cannot take the request, in a few words for people; null when it can. */
  @Nullable String rejects(HostView host, Request request);
}
