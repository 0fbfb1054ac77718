package io.windhover.core.model;

import java.util.List;
import java.util.TreeSet;

/**
 * What a machine is and offers.
 *
 * @param name as people call it
 * @param type the machine type that runtimes per type refer to; empty when it has none
 * @param labels what it offers to tasks that require it; sorted, without repeats
 * @param pricePerHourNanos nano-dollars an hour while it is up; 0 for machines of one's own
 * @param minimumCores what a harvest machine never falls below while it is there, and what its
 *     price pays for; 0 for a machine that harvests nothing
 * @param harvestedCorePerHourNanos nano-dollars an hour for each core beyond the minimum
 * @param ordersAhead how many orders it takes before it has room for them, so as to start each the
 *     moment it has; 0 for one that takes only what it can start
 */
public record MachineSpec(
    String name,
    String type,
    List<String> labels,
    int cores,
    long memoryBytes,
    long pricePerHourNanos,
    int minimumCores,
    long harvestedCorePerHourNanos,
    int ordersAhead) {
  public MachineSpec {
    if (cores < 1 || memoryBytes < 0 || pricePerHourNanos < 0) {
      throw new IllegalArgumentException(
          "machine %s: %d cores, %d bytes, %d nano-dollars an hour"
              .formatted(name, cores, memoryBytes, pricePerHourNanos));
    }
    if (minimumCores < 0 || harvestedCorePerHourNanos < 0) {
      throw new IllegalArgumentException(
          "machine %s: at least %d cores, each beyond for %d nano-dollars an hour"
              .formatted(name, minimumCores, harvestedCorePerHourNanos));
    }
    if (ordersAhead < 0) {
      throw new IllegalArgumentException(
          "machine %s: %d orders ahead".formatted(name, ordersAhead));
    }
    labels = List.copyOf(new TreeSet<>(labels));
  }

  /** One that harvests nothing. */
  public MachineSpec(
      String name,
      String type,
      List<String> labels,
      int cores,
      long memoryBytes,
      long pricePerHourNanos) {
    this(name, type, labels, cores, memoryBytes, pricePerHourNanos, 0, 0, 0);
  }

  public boolean harvests() {
    return minimumCores > 0;
  }

  /** The cores that are paid for one by one, while it has them. */
  public int harvestedCores() {
    return harvests() ? Math.max(0, cores - minimumCores) : 0;
  }

  /** Whether a task with this need could run here if the machine were empty. */
  public boolean offers(Need need) {
    return need.cores() <= cores
        && need.memoryBytes() <= memoryBytes
        && labels.containsAll(need.requires());
  }

  public MachineSpec priced(long newPricePerHourNanos) {
    return new MachineSpec(
        name,
        type,
        labels,
        cores,
        memoryBytes,
        newPricePerHourNanos,
        minimumCores,
        harvestedCorePerHourNanos,
        ordersAhead);
  }

  public MachineSpec resized(int newCores, long newMemoryBytes) {
    return new MachineSpec(
        name,
        type,
        labels,
        newCores,
        newMemoryBytes,
        pricePerHourNanos,
        minimumCores,
        harvestedCorePerHourNanos,
        ordersAhead);
  }

  /** The same machine under another name. */
  public MachineSpec named(String newName) {
    return new MachineSpec(
        newName,
        type,
        labels,
        cores,
        memoryBytes,
        pricePerHourNanos,
        minimumCores,
        harvestedCorePerHourNanos,
        ordersAhead);
  }

  /** The same machine, which offers other things. */
  public MachineSpec offering(List<String> newLabels) {
    return new MachineSpec(
        name,
        type,
        newLabels,
        cores,
        memoryBytes,
        pricePerHourNanos,
        minimumCores,
        harvestedCorePerHourNanos,
        ordersAhead);
  }

  /** The same machine, of which so many cores are its own and the others harvested. */
  public MachineSpec harvesting(int newMinimumCores, long corePerHourNanos) {
    return new MachineSpec(
        name,
        type,
        labels,
        cores,
        memoryBytes,
        pricePerHourNanos,
        newMinimumCores,
        corePerHourNanos,
        ordersAhead);
  }

  /** The same machine, which takes so many orders before it has room for them. */
  public MachineSpec taking(int newOrdersAhead) {
    return new MachineSpec(
        name,
        type,
        labels,
        cores,
        memoryBytes,
        pricePerHourNanos,
        minimumCores,
        harvestedCorePerHourNanos,
        newOrdersAhead);
  }
}
