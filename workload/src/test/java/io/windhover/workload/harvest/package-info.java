/** Traces of harvest machines that are right, and many that are not. */
@NullMarked
package io.windhover.workload.harvest;

import org.jspecify.annotations.NullMarked;
