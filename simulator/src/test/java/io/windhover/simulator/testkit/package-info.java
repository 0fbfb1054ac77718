/** The contract that every policy keeps, and the small policies and watchers it is tested with. */
@NullMarked
package io.windhover.simulator.testkit;

import org.jspecify.annotations.NullMarked;
