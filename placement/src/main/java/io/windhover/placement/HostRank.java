package io.windhover.placement;

/** A soft preference among the hosts that passed the filters. Must depend on its arguments only. */
public interface HostRank {
  String label();

  /** The higher, the better; the scale does not matter, values are normalised to 0..1. */
  double value(HostView host, Request request);
}
