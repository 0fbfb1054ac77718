/** States of clusters to try schedulers on, from a seed. */
@NullMarked
package io.windhover.placement.generate;

import org.jspecify.annotations.NullMarked;
