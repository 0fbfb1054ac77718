package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;

/**
 * What of a worker's words must be recorded before they are answered.
 *
 * @param checkpoint whether a checkpoint of the attempt, else its end or that of its cleanup: both
 *     may be on their way at once
 */
record Owing(AttemptRef ref, boolean checkpoint) {}
