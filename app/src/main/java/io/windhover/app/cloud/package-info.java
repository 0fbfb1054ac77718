/**
 * Machines that are rented for a run: the source that a cloud file names, the manager's port for
 * its machines, what was rented and what is given back.
 */
@NullMarked
package io.windhover.app.cloud;

import org.jspecify.annotations.NullMarked;
