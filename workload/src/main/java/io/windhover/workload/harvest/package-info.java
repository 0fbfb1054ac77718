/** Harvest machines: recorded supplies in and out, and scenarios of work on them. */
@NullMarked
package io.windhover.workload.harvest;

import org.jspecify.annotations.NullMarked;
