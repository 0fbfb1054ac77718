package io.windhover.policies.harvest.acquire;

/**
 * A machine that is held.
 *
 * @param elapsedMillis since its last change
 * @param coming asked for and not yet there; its cores are what is hoped for
 */
public record Holding(int id, long elapsedMillis, int cores, int usedCores, boolean coming) {}
