/** Redoing the paper on harvest machines. */
@NullMarked
package io.windhover.experiments.slacksched;

import org.jspecify.annotations.NullMarked;
