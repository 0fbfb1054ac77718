/** Stories about job files, good and bad. */
@NullMarked
package io.windhover.workload;

import org.jspecify.annotations.NullMarked;
