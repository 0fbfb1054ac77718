/** Policies by family, and the list of their names. */
@NullMarked
package io.windhover.policies;

import org.jspecify.annotations.NullMarked;
