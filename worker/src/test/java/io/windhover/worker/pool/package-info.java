/** A worker of a pool, as far as it can be tried without one. */
package io.windhover.worker.pool;
