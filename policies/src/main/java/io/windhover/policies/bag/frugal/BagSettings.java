package io.windhover.policies.bag.frugal;

import io.windhover.core.model.CheckpointCost;

/**
 * What can be set of the policy {@code bag}.
 *
 * @param marginMillis what a launch may take beyond what its offer says, before the deadline is in
 *     danger
 * @param exposureMillis how long a bag should be at the mercy of the market when each launch costs
 *     a minute: with more paid for launches it rents fewer machines for longer
 * @param mixPerMille how much dearer, in thousandths, a type counts whose machines are all that is
 *     rented: one type freezes as a whole, so several types lose less at a time
 * @param checkpoints what a checkpoint costs
 */
public record BagSettings(
    long marginMillis, long exposureMillis, int mixPerMille, CheckpointCost checkpoints) {
  public static final BagSettings DEFAULT =
      new BagSettings(30_000, 600_000, 100, CheckpointCost.HADS);

  public BagSettings {
    if (marginMillis < 0 || exposureMillis <= 0 || mixPerMille < 0) {
      throw new IllegalArgumentException(
          "margin %d ms, exposure %d ms, mix %d"
              .formatted(marginMillis, exposureMillis, mixPerMille));
    }
  }
}
