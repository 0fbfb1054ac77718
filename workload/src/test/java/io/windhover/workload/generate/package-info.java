/** Stories about what is drawn from a seed. */
@NullMarked
package io.windhover.workload.generate;

import org.jspecify.annotations.NullMarked;
