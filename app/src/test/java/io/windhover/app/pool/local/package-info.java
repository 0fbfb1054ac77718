/** A pool on this machine, as far as it can be seen without starting all of it. */
@NullMarked
package io.windhover.app.pool.local;

import org.jspecify.annotations.NullMarked;
