package io.windhover.placement;

/**
 * How many times what it has a host may promise, by dimension, as Nova's allocation ratios: 1
 * promises what is there, 16 for vCPUs is usual where guests are mostly idle, 0.9 keeps a tenth for
 * the host itself.
 */
public record AllocationRatios(double vcpus, double ram, double disk) {
  public static final double MAX = 1000;

  public static final AllocationRatios ONE = new AllocationRatios(1, 1, 1);

  public AllocationRatios {
    Check.inRange("cpuAllocationRatio", vcpus, 0, MAX);
    Check.inRange("ramAllocationRatio", ram, 0, MAX);
    Check.inRange("diskOversubscription", disk, 0, MAX);
  }

  /** What may be promised of a size, rounded down to whole units. */
  Size promised(Size size) {
    return new Size(
        times(size.vcpus(), vcpus), times(size.ramMb(), ram), times(size.diskGb(), disk));
  }

  /** A product that misses a whole number by its last digit (100 x 1.15) counts as that number. */
  private static int times(int units, double ratio) {
    double product = units * ratio;
    return (int) Math.min(Size.MAX, Math.floor(product + 2 * Math.ulp(product)));
  }
}
