/** The real manager and real worker agents in virtual time, on a wire that can be made to fail. */
@NullMarked
package io.windhover.virtual;

import org.jspecify.annotations.NullMarked;
