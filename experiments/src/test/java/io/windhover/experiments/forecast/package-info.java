/** Tests of what is said about a job before it runs. */
@NullMarked
package io.windhover.experiments.forecast;

import org.jspecify.annotations.NullMarked;
