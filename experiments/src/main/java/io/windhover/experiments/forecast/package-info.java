/** What work will cost and how sure its deadline is, before anything is spent. */
@NullMarked
package io.windhover.experiments.forecast;

import org.jspecify.annotations.NullMarked;
