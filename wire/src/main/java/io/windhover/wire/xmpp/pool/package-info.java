/**
 * The manager's end of the wire, whatever way stanzas travel: the workers that come, what they are
 * given and what they say. It sends and hears through a {@link io.windhover.wire.xmpp.StanzaLink}.
 */
@NullMarked
package io.windhover.wire.xmpp.pool;

import org.jspecify.annotations.NullMarked;
