/** Tests of HADS in the paper's setting. */
@NullMarked
package io.windhover.experiments.hads;

import org.jspecify.annotations.NullMarked;
