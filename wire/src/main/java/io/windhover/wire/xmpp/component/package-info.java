/**
 * The manager's end of the wire over XMPP: an external component (XEP-0114) of a server, and the
 * workers that come to it.
 */
@NullMarked
package io.windhover.wire.xmpp.component;

import org.jspecify.annotations.NullMarked;
