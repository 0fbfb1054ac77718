/**
 * The clients' end of any way that stanzas travel: connecting, staying connected, asking. Which way
 * it is, a {@link io.windhover.wire.xmpp.line.StanzaDialer} knows.
 */
@NullMarked
package io.windhover.wire.xmpp.line;

import org.jspecify.annotations.NullMarked;
