package io.windhover.simulator.record;

import io.windhover.core.model.Market;

/**
 * All rented machines of a type and a market together.
 *
 * @param launches that were not refused
 * @param releases machines that were given back; the others were lost, or are still there
 * @param paidMillis what was charged for, whole periods and billed start-up included
 * @param paidCoreMillis the same for each core
 * @param busyCoreMillis cores at work, whatever became of it; a frozen machine does not work
 * @param costNanos all that they cost, storage included
 * @param storageNanos the part of it that frozen machines took up
 */
public record TypeUse(
    String type,
    Market market,
    int launches,
    int releases,
    long paidMillis,
    long paidCoreMillis,
    long busyCoreMillis,
    long costNanos,
    long storageNanos) {
  /** Machines that were never frozen, or whose storage costs nothing. */
  public TypeUse(
      String type,
      Market market,
      int launches,
      int releases,
      long paidMillis,
      long paidCoreMillis,
      long busyCoreMillis,
      long costNanos) {
    this(
        type, market, launches, releases, paidMillis, paidCoreMillis, busyCoreMillis, costNanos, 0);
  }

  /** The share of the time paid for in which work was done; 0 when nothing was paid for. */
  public double utilisation() {
    return paidCoreMillis == 0 ? 0 : (double) busyCoreMillis / paidCoreMillis;
  }

  /** Both together, under the name of this one. */
  public TypeUse plus(TypeUse other) {
    return new TypeUse(
        type,
        market,
        launches + other.launches,
        releases + other.releases,
        paidMillis + other.paidMillis,
        paidCoreMillis + other.paidCoreMillis,
        busyCoreMillis + other.busyCoreMillis,
        costNanos + other.costNanos,
        storageNanos + other.storageNanos);
  }
}
