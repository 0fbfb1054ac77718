package io.windhover.simulator.harvest;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.simulator.Happening;
import java.util.ArrayList;
import java.util.List;

/** A trace as what happens in a story: machines appear, are resized, and are evicted. */
public final class HarvestStory {
  private HarvestStory() {}

  public static List<Happening> happenings(HarvestTrace trace, HarvestPrices prices) {
    List<Happening> happenings = new ArrayList<>();
    for (Hvm hvm : trace.hvms()) {
      boolean there = false;
      for (Step step : hvm.steps()) {
        happenings.add(
            there
                ? new Happening.MachineIsResized(
                    step.atMillis(), hvm.name(), step.cores(), hvm.memoryBytes())
                : new Happening.MachineAppears(
                    step.atMillis(),
                    prices.machine(
                        hvm.name(), hvm.minimumCores(), hvm.memoryBytes(), step.cores())));
        there = step.cores() > 0;
      }
    }
    return happenings;
  }
}
