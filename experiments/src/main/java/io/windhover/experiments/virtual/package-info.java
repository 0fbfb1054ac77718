/** The real manager and real worker agents in virtual time, on a wire that can be made to fail. */
@NullMarked
package io.windhover.experiments.virtual;

import org.jspecify.annotations.NullMarked;
