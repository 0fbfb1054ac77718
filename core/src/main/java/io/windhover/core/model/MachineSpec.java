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
 */
public record MachineSpec(
    String name,
    String type,
    List<String> labels,
    int cores,
    long memoryBytes,
    long pricePerHourNanos) {
  public MachineSpec {
    if (cores < 1 || memoryBytes < 0 || pricePerHourNanos < 0) {
      throw new IllegalArgumentException(
          "machine %s: %d cores, %d bytes, %d nano-dollars an hour"
              .formatted(name, cores, memoryBytes, pricePerHourNanos));
    }
    labels = List.copyOf(new TreeSet<>(labels));
  }

  /** Whether a task with this need could run here if the machine were empty. */
  public boolean offers(Need need) {
    return need.cores() <= cores
        && need.memoryBytes() <= memoryBytes
        && labels.containsAll(need.requires());
  }

  public MachineSpec priced(long newPricePerHourNanos) {
    return new MachineSpec(name, type, labels, cores, memoryBytes, newPricePerHourNanos);
  }

  public MachineSpec resized(int newCores, long newMemoryBytes) {
    return new MachineSpec(name, type, labels, newCores, newMemoryBytes, pricePerHourNanos);
  }
}
