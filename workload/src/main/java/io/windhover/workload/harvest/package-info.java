/** Recorded supplies of harvest machines, in and out. */
@NullMarked
package io.windhover.workload.harvest;

import org.jspecify.annotations.NullMarked;
