package com.example.placement;

import io.windhover.placement.HostRank;
import io.windhover.placement.HostView;
import io.windhover.placement.Request;

/** Prefers hosts where little is left, in the scarcer of vCPUs and RAM: whole hosts stay empty. */
public final class NearFull implements HostRank {
  @Override
  public String label() {
    return "near-full";
  }

  /** The higher, the better; between 0, an empty host, and 1, a full one. */
  @Override
  public double value(HostView host, Request request) {
    double vcpus = (double) host.freeVcpus() / Math.max(1, host.host().promised().vcpus());
    double ram = (double) host.freeRamMb() / Math.max(1, host.host().promised().ramMb());
    return 1 - Math.min(vcpus, ram);
  }
}
