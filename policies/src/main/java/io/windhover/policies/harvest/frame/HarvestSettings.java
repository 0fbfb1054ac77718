package io.windhover.policies.harvest.frame;

/**
 * What all harvest policies can be told.
 *
 * @param windowMillis how long changes are remembered; D = 1 day in section 3.1.1 of SlackSched
 */
public record HarvestSettings(long windowMillis, Acquiring acquiring) {
  public static final HarvestSettings DEFAULT = new HarvestSettings(24 * 3_600_000L, Acquiring.OFF);
}
