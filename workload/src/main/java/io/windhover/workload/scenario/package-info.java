/** Scenarios to simulate: what can be rented, what befalls it, the work and who decides. */
@NullMarked
package io.windhover.workload.scenario;

import org.jspecify.annotations.NullMarked;
