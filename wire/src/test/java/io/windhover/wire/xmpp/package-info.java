/** Stanzas, addresses and the stream parser under all that may come. */
@NullMarked
package io.windhover.wire.xmpp;

import org.jspecify.annotations.NullMarked;
