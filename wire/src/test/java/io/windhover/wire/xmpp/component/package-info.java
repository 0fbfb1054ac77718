/** The manager's link against real servers. */
@NullMarked
package io.windhover.wire.xmpp.component;

import org.jspecify.annotations.NullMarked;
