package io.windhover.core.harvest;

/**
 * A regular customer's machine, as a recording has it.
 *
 * @param deployment those of one number were ordered together
 */
public record RegularArrival(long atMillis, int cores, long stayMillis, int deployment) {
  public RegularArrival {
    if (atMillis < 0 || cores < 1 || stayMillis < 1 || deployment < 1) {
      throw new IllegalArgumentException(
          "%d cores at %d ms for %d ms, deployment %d"
              .formatted(cores, atMillis, stayMillis, deployment));
    }
  }
}
