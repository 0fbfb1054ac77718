/** The worker: takes orders, runs them as processes of this machine, reports, cleans up. */
@NullMarked
package io.windhover.worker;

import org.jspecify.annotations.NullMarked;
