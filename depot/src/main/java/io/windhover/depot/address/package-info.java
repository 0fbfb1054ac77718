/** Addresses of depots, of whichever kind, as managers say them to workers. */
@NullMarked
package io.windhover.depot.address;

import org.jspecify.annotations.NullMarked;
