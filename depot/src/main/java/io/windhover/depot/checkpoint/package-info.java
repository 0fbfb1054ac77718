/** Checkpoints of tasks in a depot: whole ones only, to be restored on any machine. */
@NullMarked
package io.windhover.depot.checkpoint;

import org.jspecify.annotations.NullMarked;
