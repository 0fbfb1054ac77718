/** Redoing the paper on streams of workflows. */
@NullMarked
package io.windhover.experiments.scs;

import org.jspecify.annotations.NullMarked;
