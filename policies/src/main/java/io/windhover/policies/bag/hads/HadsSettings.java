package io.windhover.policies.bag.hads;

import io.windhover.core.model.CheckpointCost;

/**
 * What HADS can be told.
 *
 * @param alphaMillis alpha, time to get tasks going on a new VM: 180 s in the paper
 * @param overheadMillionths ovh, the share of a runtime that checkpoints may add: 10 % in the paper
 * @param cycleMillis the allocation cycle, at whose end an idle VM goes: 900 s in the paper
 * @param checkpoint how long writing a checkpoint takes
 */
public record HadsSettings(
    long alphaMillis, int overheadMillionths, long cycleMillis, CheckpointCost checkpoint) {
  public static final HadsSettings PAPER =
      new HadsSettings(180_000, 100_000, 900_000, CheckpointCost.HADS);

  private static final long WHOLE = 1_000_000;

  public HadsSettings {
    if (alphaMillis < 0 || overheadMillionths < 0 || cycleMillis < 1) {
      throw new IllegalArgumentException(
          "alpha %d ms, checkpoint overhead %d millionths, cycle %d ms"
              .formatted(alphaMillis, overheadMillionths, cycleMillis));
    }
  }

  /** A runtime on a spot VM, where checkpoints may stretch it: e (1 + ovh), section 4.1. */
  public long withOverhead(long runMillis) {
    return runMillis + (Math.multiplyExact(runMillis, overheadMillionths) + WHOLE - 1) / WHOLE;
  }

  /** intv_ckp, equation 2: progress between checkpoints; Long.MAX_VALUE when there are none. */
  long checkpointEveryMillis(long dumpMillis) {
    return overheadMillionths == 0
        ? Long.MAX_VALUE
        : Math.max(1, (dumpMillis * WHOLE + overheadMillionths - 1) / overheadMillionths);
  }
}
