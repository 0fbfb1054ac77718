/** Streams of workflows through every policy for them. */
@NullMarked
package io.windhover.experiments.streams;

import org.jspecify.annotations.NullMarked;
