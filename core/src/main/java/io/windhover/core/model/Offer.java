package io.windhover.core.model;

/**
 * A kind of machine that can be rented now.
 *
 * @param name unique among the offers
 * @param limit how many may be rented at once
 */
public record Offer(String name, MachineSpec machine, int limit) {
  public Offer {
    if (limit < 0) {
      throw new IllegalArgumentException("offer " + name + ": limit " + limit);
    }
  }

  public Offer priced(long pricePerHourNanos) {
    return new Offer(
        name,
        new MachineSpec(
            machine.name(),
            machine.type(),
            machine.labels(),
            machine.cores(),
            machine.memoryBytes(),
            pricePerHourNanos),
        limit);
  }
}
