/** Reports written down, compared to the byte. */
@NullMarked
package io.windhover.experiments.output;

import org.jspecify.annotations.NullMarked;
