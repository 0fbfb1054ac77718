/** Many small worlds drawn from seeds, in which policies that promise deadlines are compared. */
@NullMarked
package io.windhover.experiments.arena;

import org.jspecify.annotations.NullMarked;
