/** XMPP by hand, for tests: a client that says and hears stanzas as they are. */
@NullMarked
package io.windhover.wire.xmpp.testkit;

import org.jspecify.annotations.NullMarked;
