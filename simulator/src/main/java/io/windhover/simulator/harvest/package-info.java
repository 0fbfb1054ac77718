/**
 * Where harvest machines come from: servers with regular customers, and machines that take what
 * these leave; traces of that, and what can be said of them.
 */
@NullMarked
package io.windhover.simulator.harvest;

import org.jspecify.annotations.NullMarked;
