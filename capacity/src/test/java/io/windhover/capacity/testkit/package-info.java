/** The contract that every source of machines keeps. */
@NullMarked
package io.windhover.capacity.testkit;

import org.jspecify.annotations.NullMarked;
