/** Small months, and months in which much more goes wrong. */
@NullMarked
package io.windhover.experiments.kestrel;

import org.jspecify.annotations.NullMarked;
