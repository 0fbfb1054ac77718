/** The cheapest set of instances that covers a need in three dimensions. */
@NullMarked
package io.windhover.placement.victims;

import org.jspecify.annotations.NullMarked;
