package io.windhover.core.model;

/**
 * How long a task stands still while it writes a checkpoint: a fixed part and a part per byte.
 *
 * <p>The default is the line that HADS fitted to its measurements (section 5.3.5): 12.99 s + 0.022
 * s for each MB.
 *
 * @param nanosPerByte 22 for 0.022 s a MB of a million bytes
 */
public record CheckpointCost(long fixedMillis, long nanosPerByte) {
  public static final CheckpointCost HADS = new CheckpointCost(12_990, 22);

  private static final long NANOS_PER_MILLI = 1_000_000;

  public CheckpointCost {
    if (fixedMillis < 0 || nanosPerByte < 0) {
      throw new IllegalArgumentException(
          "a checkpoint takes %d ms and %d ns a byte".formatted(fixedMillis, nanosPerByte));
    }
  }

  public long dumpMillis(long memoryBytes) {
    return fixedMillis + Math.multiplyExact(memoryBytes, nanosPerByte) / NANOS_PER_MILLI;
  }
}
