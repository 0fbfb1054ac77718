/** A modelled provider: launches, markets that hibernate or end spot machines, checkpoints. */
@NullMarked
package io.windhover.simulator.cloud;

import org.jspecify.annotations.NullMarked;
