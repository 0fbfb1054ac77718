package io.windhover.policies.bag.hads;

/**
 * A task that waits for a core.
 *
 * @param hereMillis how long it takes on this VM, checkpoints included
 * @param restMillis how long it takes from its last checkpoint on the slowest VM it may be moved to
 */
record Queued(int task, long hereMillis, long restMillis, long memoryBytes) {}
