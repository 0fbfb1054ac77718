/** Rows, samples and verdicts. */
@NullMarked
package io.windhover.experiments.paper;

import org.jspecify.annotations.NullMarked;
