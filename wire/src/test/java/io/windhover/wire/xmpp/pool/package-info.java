/** The manager's link against real servers. */
@NullMarked
package io.windhover.wire.xmpp.pool;

import org.jspecify.annotations.NullMarked;
