package io.windhover.simulator.harvest;

import io.windhover.core.model.MachineSpec;
import java.util.List;

/**
 * What a core costs for an hour, in nano-dollars.
 *
 * @param spot of a spot machine, and of the minimum of a harvest machine
 * @param harvested of each core beyond the minimum
 */
public record HarvestPrices(long regular, long spot, long harvested) {
  private static final long GIGABYTE = 1_000_000_000L;

  /** Memory that comes with each core of the minimum: 16, 32, 64 GB for 2, 4, 8 cores. */
  public static final long BYTES_PER_MINIMUM_CORE = 8 * GIGABYTE;

  /**
   * A regular core at the list price of general-purpose machines (0.048 dollars), spot 58 % below
   * it, inside the 48 to 88 % of SlackSched's section 2.1, and harvested cores at half of spot
   * (section 4.4).
   */
  public static final HarvestPrices USUAL = new HarvestPrices(48_000_000, 20_000_000, 10_000_000);

  /** A harvest machine that has so many cores at the moment. */
  public MachineSpec machine(String name, int minimumCores, long memoryBytes, int cores) {
    return new MachineSpec(
            name, type(minimumCores), List.of(), cores, memoryBytes, minimumCores * spot)
        .harvesting(minimumCores, harvested);
  }

  /** The machine type of harvest machines of this minimum. */
  public static String type(int minimumCores) {
    return "hvm-" + minimumCores;
  }
}
