/** A real cluster's records, on small files written for the tests. */
@NullMarked
package io.windhover.experiments.opie.openb;

import org.jspecify.annotations.NullMarked;
