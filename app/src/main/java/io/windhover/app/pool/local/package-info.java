/** A whole pool on this machine: an XMPP server, a manager and workers as separate processes. */
@NullMarked
package io.windhover.app.pool.local;

import org.jspecify.annotations.NullMarked;
