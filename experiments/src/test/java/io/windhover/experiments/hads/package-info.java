/** Tests of HADS redone. */
@NullMarked
package io.windhover.experiments.hads;

import org.jspecify.annotations.NullMarked;
