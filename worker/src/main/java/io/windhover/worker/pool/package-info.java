/** A worker of a pool, from its start until a signal ends it, on whichever wire it was given. */
@NullMarked
package io.windhover.worker.pool;

import org.jspecify.annotations.NullMarked;
