package io.windhover.policies.harvest.frame;

import io.windhover.policies.harvest.acquire.Acquirer;

/**
 * Whether and how a harvest policy rents its machines.
 *
 * @param everyMillis the acquirer's period
 * @param machines how many to begin with; 0 rents nothing at all
 * @param scales whether their number follows the load
 */
public record Acquiring(Acquirer acquirer, long everyMillis, int machines, boolean scales) {
  public static final Acquiring OFF = new Acquiring(Acquirer.PAPER, 3_600_000, 0, false);

  public boolean isOn() {
    return machines > 0;
  }
}
