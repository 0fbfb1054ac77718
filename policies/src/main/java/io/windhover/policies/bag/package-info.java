/** Bags of independent tasks with one deadline, on spot machines that may vanish. */
@NullMarked
package io.windhover.policies.bag;

import org.jspecify.annotations.NullMarked;
