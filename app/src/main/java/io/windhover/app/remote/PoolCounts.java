package io.windhover.app.remote;

/** How many workers a pool has, with and without a core to spare. */
public record PoolCounts(int online, int available, int busy) {}
