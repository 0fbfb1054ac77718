package io.windhover.app.local;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a run has rented, all its sessions together.
 *
 * @param spentNanos nano-dollars so far
 * @param onDemandOnlyNanos what the job would have cost on on-demand machines alone; empty when it
 *     cannot be done so
 * @param rented machines
 * @param hibernated of them, those that were frozen at some time
 * @param lost of them, those that were taken away or vanished
 * @param left leases that may still be charged for
 */
public record RentedTotals(
    long spentNanos,
    OptionalLong onDemandOnlyNanos,
    int rented,
    int hibernated,
    int lost,
    List<String> left) {
  public RentedTotals {
    left = List.copyOf(left);
  }

  /** The same, of which only these may still be charged for. */
  public RentedTotals leaving(List<String> stillThere) {
    return new RentedTotals(
        spentNanos,
        onDemandOnlyNanos,
        rented,
        hibernated,
        lost,
        left.stream().filter(stillThere::contains).toList());
  }
}
