/**
 * A whole pool on this machine: a manager, workers and, if asked for, an XMPP server, as separate
 * processes.
 */
@NullMarked
package io.windhover.app.pool.local;

import org.jspecify.annotations.NullMarked;
