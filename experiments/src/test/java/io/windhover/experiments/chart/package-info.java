/** Pictures of runs. */
@NullMarked
package io.windhover.experiments.chart;

import org.jspecify.annotations.NullMarked;
