/** Matching: put what waits on machines that are there; rent nothing, promise nothing. */
@NullMarked
package io.windhover.policies.match;

import org.jspecify.annotations.NullMarked;
