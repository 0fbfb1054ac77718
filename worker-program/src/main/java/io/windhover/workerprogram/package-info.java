/** The worker's own program, for machines that have nothing but Java: a worker at a port. */
@NullMarked
package io.windhover.workerprogram;

import org.jspecify.annotations.NullMarked;
