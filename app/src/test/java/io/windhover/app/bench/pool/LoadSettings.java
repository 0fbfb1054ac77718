package io.windhover.app.bench.pool;

/** How many workers, where, and for how long. */
record LoadSettings(
    String host,
    int port,
    String domain,
    String manager,
    int count,
    int cores,
    int loginsAtOnce,
    int seconds) {}
