/** Both real servers, spoken to by hand. */
@NullMarked
package io.windhover.xmpp.server;

import org.jspecify.annotations.NullMarked;
