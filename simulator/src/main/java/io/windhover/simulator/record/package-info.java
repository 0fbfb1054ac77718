/** What became of a run, told from its events and decisions alone, whatever the policy. */
@NullMarked
package io.windhover.simulator.record;

import org.jspecify.annotations.NullMarked;
