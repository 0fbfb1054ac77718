/** Pictures of runs. */
@NullMarked
package io.windhover.experiments.arena;

import org.jspecify.annotations.NullMarked;
