package com.example.placement;

import io.windhover.placement.Victim;
import io.windhover.placement.VictimCost;

/** The vCPU-hours an instance has run: what its owner may have to compute again. */
public final class WorkLost implements VictimCost {
  @Override
  public String label() {
    return "work-lost";
  }

  /** In millionths of a vCPU-hour; costs are whole numbers so that sums have no rounding. */
  @Override
  public long micros(Victim victim) {
    return victim.instance().size().vcpus() * Math.max(0, victim.runMillis()) * 10 / 36;
  }
}
