/** Many workers that are only connections: what bench/pool measures a pool with. */
@NullMarked
package io.windhover.app.bench.pool;

import org.jspecify.annotations.NullMarked;
