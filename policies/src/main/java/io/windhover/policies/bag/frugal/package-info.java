/** The parts of the policy {@code bag}. */
@NullMarked
package io.windhover.policies.bag.frugal;

import org.jspecify.annotations.NullMarked;
