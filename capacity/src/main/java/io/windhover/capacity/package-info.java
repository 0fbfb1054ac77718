/** Where machines can be had: sources, leases, and the manager's way to them. */
@NullMarked
package io.windhover.capacity;

import org.jspecify.annotations.NullMarked;
